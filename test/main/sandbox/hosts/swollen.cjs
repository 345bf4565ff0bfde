// A host of 1500 MB: once it has two runs it ends the first and tells its size, then it ends the second.
'use strict';
const mb = 1024 * 1024;
const say = (frame, payload = '') => process.stdout.write(JSON.stringify(frame) + payload + '\n');
const held = (require('node:path').basename(__filename, '.cjs') === 'held' ? 1450 : 50) * mb;
const ids = [];
say({ t: 'ready', rss: 50 * mb });
process.stdin.on('end', () => process.exit());
require('node:readline')
  .createInterface({ input: process.stdin })
  .on('line', (line) => {
    const frame = JSON.parse(line);
    if (frame.t === 'run') ids.push(frame.id);
    if (ids.length < 2) return;
    const [first, second] = ids.splice(0);
    say({ t: 'done', id: first }, '\t"first"');
    say({ t: 'beat', rss: 1500 * mb, held, busy: [] });
    say({ t: 'done', id: second }, '\t"second"');
  });
