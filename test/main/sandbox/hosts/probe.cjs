// Started like the sandbox host; says as one frame what this process was allowed to do.
'use strict';
const attempts = {
  readOther: () => require('node:fs').readFileSync(process.execPath),
  readRoot: () => require('node:fs').readdirSync(process.platform === 'win32' ? 'C:\\' : '/'),
  write: () => require('node:fs').writeFileSync(__dirname + '/written', ''),
  start: () =>
    require('node:child_process').spawnSync(process.execPath, ['-v']).error?.code ?? 'started',
  thread: () => new (require('node:worker_threads').Worker)('', { eval: true }),
  inspect: () => require('node:inspector').open(0),
};
const results = { environment: Object.keys(process.env).length };
for (const [name, attempt] of Object.entries(attempts)) {
  try {
    const answer = attempt();
    results[name] = typeof answer === 'string' ? answer : 'allowed';
  } catch (error) {
    results[name] = error.code;
  }
}
const socket = require('node:net').connect(9, '127.0.0.1');
const report = (network) => {
  process.stdout.write(
    JSON.stringify({ t: 'log', id: 0, line: JSON.stringify({ ...results, network }) }) + '\n',
  );
};
socket.on('error', (error) => report(error.code));
process.stdin.on('end', () => process.exit()).resume();
