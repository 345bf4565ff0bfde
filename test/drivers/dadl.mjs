// The driver of scripted REST cases; `npm run build` bundles it first.
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const out = fileURLToPath(new URL('../../out', import.meta.url));
const [file = ''] = process.argv.slice(2);
process.argv.splice(2, process.argv.length, path.resolve(file), out);
await import(path.join(out, 'drivers', 'dadl.mjs'));
