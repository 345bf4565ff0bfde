import { Refusal } from '../refusal.ts';

export interface DecodedText {
  readonly text: string;
  readonly hasBom: boolean;
}

/** UTF-8 only: what a rewrite could not give back byte for byte is refused. */
export function decodeText(bytes: Buffer): DecodedText {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw new Refusal('encoding', 'it is UTF-16; save it as UTF-8 first');
  const hasBom = bytes.subarray(0, 3).equals(bom);
  const body = hasBom ? bytes.subarray(3) : bytes;
  const text = body.toString('utf8');
  if (text.includes('\u0000')) throw new Refusal('encoding', 'it is not a text file in UTF-8');
  if (!Buffer.from(text, 'utf8').equals(body))
    throw new Refusal('encoding', 'it is not valid UTF-8; save it as UTF-8 first');
  return { text, hasBom };
}

export function encodeText({ text, hasBom }: DecodedText): Buffer {
  const body = Buffer.from(text, 'utf8');
  return hasBom ? Buffer.concat([bom, body]) : body;
}

const bom = Buffer.from([0xef, 0xbb, 0xbf]);
