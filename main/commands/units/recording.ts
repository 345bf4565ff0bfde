// What private backends answered once, kept in the unit's folder: recordings/<tool>.json, one call of a tool each.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { isDeviceName } from '../../platform/device-name.ts';
import { GatewayError } from '../../platform/gateway-error.ts';

const args = z.record(z.string(), z.unknown());

const recordedCall = z.object({
  backend: z.string(),
  tool: z.string(),
  args,
  /** The raw MCP result. */
  result: z.looseObject({ content: z.array(z.unknown()) }).optional(),
  /** What was thrown instead. */
  error: z.looseObject({ code: z.string(), message: z.string() }).optional(),
});
export type RecordedCall = z.infer<typeof recordedCall>;

const recording = z.object({ tool: z.string(), params: args, calls: z.array(recordedCall) });
export type Recording = z.infer<typeof recording>;

export interface RecordingFile extends Recording {
  /** Name of the file in recordings/. */
  readonly file: string;
}

const folderName = 'recordings';

/** All recordings of a unit in the order of their names; none is an empty list. */
export async function readRecordings(unitFolder: string): Promise<readonly RecordingFile[]> {
  const folder = path.join(unitFolder, folderName);
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.json')).sort();
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(path.join(folder, file), 'utf8');
      return { ...parse(path.join(folder, file), text), file };
    }),
  );
}

/** Writes the recording; an earlier one of the same call is replaced. Returns its path. */
export async function writeRecording(unitFolder: string, made: Recording): Promise<string> {
  const earlier = await readRecordings(unitFolder);
  const same = earlier.find(
    ({ tool, params }) => tool === made.tool && isDeepStrictEqual(params, made.params),
  );
  const names = earlier.map(({ file }) => file);
  const file = path.join(unitFolder, folderName, same?.file ?? freeName(made.tool, names));
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(made, null, 2)}\n`);
  return file;
}

function parse(file: string, text: string): Recording {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw invalid(file, error instanceof Error ? error.message : String(error));
  }
  const parsed = recording.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalid(file, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}`);
}

function invalid(file: string, why: string): GatewayError {
  return new GatewayError(
    'config-invalid',
    `${file} is not a recording (${why}); record the call again`,
  );
}

/** A name that is free on systems too that make no difference between `Get` and `get`. */
function freeName(tool: string, taken: readonly string[]): string {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? `${tool}.json` : `${tool}-${count}.json`;
    if (!used.has(name.toLowerCase()) && !isDeviceName(name)) return name;
  }
}
