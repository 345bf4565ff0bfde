import { UsageError } from './command.ts';

/** A tool's arguments from the command line: a JSON object, or "-" for one on stdin. */
export async function parseToolArguments(word: string): Promise<Record<string, unknown>> {
  const text = word === '-' ? await readStdin() : word;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(
      `the arguments are not JSON (${error instanceof Error ? error.message : String(error)})`,
    );
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError(`the arguments must be a JSON object, got ${text.slice(0, 80)}`);
  }
  return value as Record<string, unknown>;
}

async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
