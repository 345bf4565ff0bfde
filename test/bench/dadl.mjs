// npm run bench:dadl; the measuring itself is bundled from dadl-bench.ts.
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const place = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const out = place('../../out');
process.argv.splice(2, process.argv.length, out, place('../../../shared/dadl/registry'));
await import(path.join(out, 'drivers', 'dadl-bench.mjs'));
