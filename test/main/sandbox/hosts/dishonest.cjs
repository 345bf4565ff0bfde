// Speaks like a sandbox host until a run comes, then breaks the rule its file name's argument names.
'use strict';
const rule = require('node:path').basename(__filename, '.cjs');
const say = (text) => process.stdout.write(text + '\n');
const answers = {
  noise: () => say('Segmentation fault'),
  unknown: ({ id }) => say(JSON.stringify({ t: 'exec', id, command: 'rm' })),
  'not-json': ({ id }) => say(JSON.stringify({ t: 'done', id }) + '\t{"half":'),
  'too-many-calls': ({ id, limits }) => {
    for (let call = 1; call <= limits.calls + 1; call++) {
      say(JSON.stringify({ t: 'call', id, call, path: ['db', 'get'] }) + '\t{}');
    }
  },
  silent: () => {},
  'someone-else': ({ id }) => {
    say(JSON.stringify({ t: 'done', id: id + 1 }) + '\t"stolen"');
    say(JSON.stringify({ t: 'reply', id: id + 1 }));
  },
  deep: ({ id }) =>
    say(JSON.stringify({ t: 'done', id }) + '\t' + '['.repeat(1e5) + ']'.repeat(1e5)),
};
say('{"t":"ready"}');
process.stdin.on('end', () => process.exit());
require('node:readline')
  .createInterface({ input: process.stdin })
  .on('line', (line) => {
    const frame = JSON.parse(line);
    if (frame.t === 'run') answers[rule](frame);
  });
