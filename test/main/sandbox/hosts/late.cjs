// A host that takes its time to start, as on a machine with much to do; the file name says how many milliseconds.
'use strict';
const ms = Number(require('node:path').basename(__filename, '.cjs'));
const say = (frame) => process.stdout.write(JSON.stringify(frame) + '\n');
setTimeout(() => {
  say({ t: 'ready', rss: 1 });
  require('node:readline')
    .createInterface({ input: process.stdin })
    .on('line', (line) => {
      const { t, id } = JSON.parse(line);
      if (t === 'run') say({ t: 'done', id });
    });
}, ms);
process.stdin.on('end', () => process.exit());
