/** Source of the console: lines go out at once, so that they survive a run that is stopped. */
export const consoleSource = String.raw`
// A little above what the host keeps: the host cuts exactly and marks the cut.
let consoleLeft = 6000;
const print = (level) =>
  (...values) => {
    if (consoleLeft <= 0) return;
    let line = level === 'log' || level === 'info' ? '' : '[' + level + '] ';
    for (let i = 0; i < values.length && line.length < consoleLeft; i++) {
      line += (i === 0 ? '' : ' ') + inspect(values[i], consoleLeft);
    }
    consoleLeft -= line.length + 1;
    send('log', line);
  };
const quiet = () => {};
const consoleObject = {
  log: print('log'), info: print('info'), warn: print('warn'), error: print('error'), debug: print('debug'),
  trace: print('debug'), dir: print('log'), table: print('log'), group: print('log'), groupCollapsed: print('log'),
  groupEnd: quiet, time: quiet, timeEnd: quiet, timeLog: quiet, count: quiet, countReset: quiet, clear: quiet,
  assert: (condition, ...values) => {
    if (!condition) apply(consoleObject.error, undefined, ['Assertion failed', ...values]);
  },
};
defineProperty(G, 'console', { __proto__: null, value: consoleObject, writable: true, configurable: true });
`;
