import { readFile } from 'node:fs/promises';

/** A file of the user as text. Rejects for other encodings: their bytes would silently become other characters. */
export async function readText(file: string): Promise<string> {
  const bytes = await readFile(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const name = isUtf16(bytes) ? ', it looks like UTF-16' : '';
    throw new Error(`it is not UTF-8 text${name}; save it as UTF-8`);
  }
}

function isUtf16([first, second]: Buffer): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/** Why a file could not be read: the system's code where there is one. */
export function failureText(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
