// Unpacks files of a zip with nothing but Node: a new machine may have no `unzip`.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32, inflateRawSync } from 'node:zlib';

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;

function* entriesOf(zip) {
  let end = zip.length - 22;
  while (end >= 0 && zip.readUInt32LE(end) !== endSignature) end -= 1;
  if (end < 0) throw new Error('not a zip file: it has no end record');
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== entrySignature) throw new Error('broken zip: bad entry record');
    const nameLength = zip.readUInt16LE(at + 28);
    yield {
      name: zip.toString('utf8', at + 46, at + 46 + nameLength),
      method: zip.readUInt16LE(at + 10),
      crc: zip.readUInt32LE(at + 16),
      size: zip.readUInt32LE(at + 20),
      mode: (zip.readUInt32LE(at + 38) >>> 16) & 0o777,
      offset: zip.readUInt32LE(at + 42),
    };
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
}

function contentOf(zip, entry) {
  const start =
    entry.offset + 30 + zip.readUInt16LE(entry.offset + 26) + zip.readUInt16LE(entry.offset + 28);
  const packed = zip.subarray(start, start + entry.size);
  const content = entry.method === 0 ? packed : inflateRawSync(packed);
  if (crc32(content) !== entry.crc) throw new Error(`broken zip: checksum of ${entry.name}`);
  return content;
}

/** `place(name)` says where an entry goes inside the folder; undefined leaves it out. */
export function unzip(file, folder, place) {
  const zip = readFileSync(file);
  for (const entry of entriesOf(zip)) {
    const name = entry.name.endsWith('/') ? undefined : place(entry.name);
    if (name === undefined) continue;
    const target = path.join(folder, name);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, contentOf(zip, entry));
    chmodSync(target, entry.mode || 0o644);
  }
}
