import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** A secret from stdin: all of it when it is piped, one line that is not shown on a terminal. */
export async function readSecret(question = 'Key (not shown): '): Promise<string> {
  if (!process.stdin.isTTY) {
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString('utf8');
  }
  process.stderr.write(question);
  // A terminal that echoes nothing: what is typed must not stay on the screen.
  const nowhere = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const secret = await terminal.question('');
  terminal.close();
  process.stderr.write('\n');
  return secret;
}
