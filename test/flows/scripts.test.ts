import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { headlessGateway } from '../builders/headless-gateway.ts';
import { ownHome, type OwnHome } from '../builders/own-home.ts';
import { stdioClient, type StdioClient } from '../builders/stdio-client.ts';
import { stop } from '../setup/background.ts';

const glue = `
const answers = {
  object: { a: 1 }, list: [1, 2], number: 7, nothing: undefined, none: null, text: 'plain words',
  jsonText: '{"b":2}', version: '1.10', digits: '12345678901234567890', flag: true,
  blocks: { content: [{ type: 'text', text: '1' }, { type: 'text', text: 'two' }] },
  image: { content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] },
  link: { content: [{ type: 'resource_link', uri: 'file:///a', name: 'a' }] },
  structured: { content: [], structuredContent: { c: 3 } },
};
function describe() {
  return { tools: [
    { name: 'give', access: 'read', params: { what: { required: true } } },
    { name: 'fail', access: 'read', params: {} },
    { name: 'closed', access: 'admin', params: {} },
  ] };
}
function give({ what }) { return answers[what]; }
function fail() { return { content: [{ type: 'text', text: 'no such volume' }], isError: true }; }
function closed() { return 'never'; }
`;

let home: OwnHome;
let gateway: ChildProcess;
let client: StdioClient;

beforeAll(async () => {
  home = ownHome();
  home.write('units/box/unit.yaml', 'unit: box\nimplementation: ./box.js\n');
  home.write('units/box/box.js', glue);
  gateway = await headlessGateway(home);
  client = await stdioClient(home, 'else');
});

afterAll(async () => {
  await client.client.close();
  await stop(gateway);
  home.remove();
});

async function run(code: string, more: Record<string, unknown> = {}) {
  const { content, isError, _meta } = await client.call('execute_code', { code, ...more });
  const texts = content.map((block) => (block.type === 'text' ? block.text : ''));
  return { texts, isError: isError === true, error: _meta?.['gateway/error'] };
}

describe('a script gets', () => {
  test.each([
    ['object', { a: 1 }],
    ['list', [1, 2]],
    ['number', 7],
    ['nothing', null],
    ['none', null],
    ['text', 'plain words'],
    ['jsonText', { b: 2 }],
    ['version', '1.10'],
    ['digits', '12345678901234567890'],
    ['flag', true],
    ['blocks', [1, 'two']],
    ['image', { type: 'image', data: 'AAAA', mimeType: 'image/png' }],
    ['link', { type: 'resource_link', uri: 'file:///a', name: 'a' }],
    ['structured', { c: 3 }],
  ])('%s unwrapped', async (what, value) => {
    const { texts } = await run(`return { it: await toolmesh.box_give({ what: "${what}" }) };`);
    expect(JSON.parse(texts[0] ?? '')).toEqual({ it: value });
  });

  test('a failed call as an error with its code, tool and message', async () => {
    const { texts } = await run(`
      try { await toolmesh.box_fail(); } catch ({ name, code, tool, message }) {
        return { name, code, tool, message };
      }`);
    expect(JSON.parse(texts[0] ?? '')).toEqual({
      name: 'Error',
      code: 'tool-error',
      tool: 'box_fail',
      message: 'no such volume',
    });
  });

  test('refusals of arguments, names and access as errors too', async () => {
    const { texts } = await run(`
      const codes = [];
      for (const call of [
        () => toolmesh.box_give({}),
        () => toolmesh.box_give('x'),
        () => toolmesh.box_giv({ what: 'list' }),
        () => toolmesh.box_closed(),
        () => toolmesh.execute_code({ code: '' }),
        () => toolmesh['__proto__']({}),
        () => toolmesh.describe('box_giv'),
        () => toolmesh.discover(7),
      ]) codes.push(await call().then(() => 'done', (error) => error.code + ' ' + error.message));
      return codes;`);
    const [none, text, unknown, denied, own, proto, described, discovered] = JSON.parse(
      texts[0] ?? '',
    ) as string[];
    expect(none).toBe(
      'invalid-arguments Tool "box_give" refused its arguments: "what" is missing; it takes what (required)',
    );
    expect(text).toContain('invalid-arguments toolmesh.box_give takes one object of arguments');
    expect(unknown).toContain('box_give');
    expect(denied).toMatch(/^access-denied /);
    expect(own).toContain('cannot be called from a script');
    expect(proto).toMatch(/^unknown-tool /);
    expect(described).toContain('box_give');
    expect(discovered).toBe('invalid-arguments toolmesh.discover takes a text');
  });
});

describe('a script that fails', () => {
  test.each([
    ['a syntax error', 'const a = 1;\nreturn a +;', /Unexpected token.* \(line 2, column 11\)$/],
    ['an open bracket', 'const a = {\n  b: [1, 2\n', /\(line 3, column 1\)$/],
    ['a bracket too many', 'return 1;\n}}', /\(line 2, column 1\)$/],
    [
      'an error',
      'const x = 1;\n\n  throw new Error("bad luck");',
      /^Script failed: bad luck \(line 3, column 9\)$/,
    ],
    ['an error below', 'const f = () => { null.x; };\nf();', /\(line 1, column 24\)$/],
    ['a text', 'throw "plain";', /^Script failed: plain/],
    ['an object', 'throw { reason: 7 };', /reason: 7/],
    ['nothing', 'throw undefined;', /The code threw undefined/],
    [
      'a rejected promise',
      'await Promise.reject(new TypeError("late"));',
      /^Script failed: late \(line 1, column \d+\)$/,
    ],
    [
      'a missing tool',
      'const a = 1;\nreturn await toolmesh.box_giv({});',
      /does not exist.*\(line 2, column 23\)$/,
    ],
    [
      'a discover_tools inside',
      'return await toolmesh.discover_tools({});',
      /use toolmesh\.discover\("words"\)/,
    ],
    [
      'a promise nobody settles',
      'await new Promise(() => undefined);',
      /waits for a promise that nothing can settle/,
    ],
    ['a value JSON cannot carry', 'return 10n;', /BigInt/],
    ['a loop in its value', 'const a = {}; a.a = a; return a;', /circular/],
    ['a name the sandbox lacks', 'return fetch("http://a");', /fetch/],
  ])('with %s says what and where', async (_what, code, expected) => {
    const { texts, isError } = await run(code);
    expect(texts[0]).toMatch(expected);
    expect(isError).toBe(true);
  });

  test('still shows its console lines and what it called', async () => {
    const { texts } = await run(`
      console.log('half way');
      await toolmesh.box_give({ what: 'text' });
      throw new Error('stop');`);
    expect(texts[0]).toMatch(/^Script failed: stop/);
    expect(texts[1]).toBe('console:\nhalf way');
    expect(texts[2]).toMatch(/^calls:\nbox_give success \d+ B \d+ ms$/);
  });

  test('at its fifty-first call has made fifty', async () => {
    const { texts, error } = await run(`
      for (let at = 0; at < 51; at += 1) await toolmesh.box_give({ what: 'number' });
      return 'too far';`);
    expect(texts[0]).toBe(
      'Script failed: Script made more than its limit of 50 tool calls and was stopped; ask for more with each call, or raise code.max_calls in settings.yaml',
    );
    expect(texts[1]?.split('\n')).toHaveLength(51);
    expect(error).toEqual({ code: 'limit-calls' });
  });
});

describe('an answer of execute_code', () => {
  const call = `await toolmesh.box_give({ what: 'object' });`;

  test('is the value, the console and a line for each call', async () => {
    const { texts } = await run(`${call}\nconsole.log('seen', 1);\nreturn { done: true };`);
    expect(texts.slice(0, 2)).toEqual(['{"done":true}', 'console:\nseen 1']);
    expect(texts[2]).toMatch(/^calls:\nbox_give success \d+ B \d+ ms$/);
  });

  test.each([
    ['when they are asked for', `${call}\nreturn 1;`, { include_results: true }],
    ['when nothing was returned', call, {}],
  ])('holds the full results %s', async (_when, code, more) => {
    expect((await run(code, more)).texts.at(-1)).toMatch(/ ms \{"a":1\}$/);
  });

  test('says so when there is nothing to say', async () => {
    expect((await run('const a = 1;')).texts).toEqual(['The script returned nothing']);
  });

  test('names every backend once in its description', async () => {
    const { tools } = await client.client.listTools();
    const description = tools.find(({ name }) => name === 'execute_code')?.description;
    expect(description?.match(/box/g)).toHaveLength(1);
  });
});
