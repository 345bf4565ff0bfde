// Prompts and completions of MCP servers that are passed through.
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { hear } from '../builders/heard.ts';
import { offering, seenBy } from '../builders/offering.ts';
import { ownHome, type OwnHome } from '../builders/own-home.ts';
import {
  callTool,
  httpClient,
  runningGateway,
  type TestGateway,
} from '../builders/running-gateway.ts';
import { stdioClient } from '../builders/stdio-client.ts';

let home: OwnHome;
let gateway: TestGateway;
let client: Client;
const long = `${'long_'.repeat(14)}end`;

beforeAll(async () => {
  home = ownHome();
  home.write(
    'backends.yaml',
    JSON.stringify({
      backends: [
        offering('web', { prompts: ['search_all', 'odd/name'], templates: ['web://{id}'] }),
        offering('web_search', { prompts: ['all', long] }),
        offering('plain', { lacks: ['prompts', 'completions', 'resources'] }),
      ],
    }),
  );
  home.write('settings.yaml', 'http: { enabled: true, port: 0 }\n');
  gateway = await runningGateway(home);
  client = (await stdioClient(home, 'test')).client;
});

afterAll(async () => {
  await client.close();
  await gateway.close();
  home.remove();
});

test('are listed under names every client takes, the longer backend first in line', async () => {
  const { prompts } = await client.listPrompts();
  const names = prompts.map(({ name }) => name);
  expect(names).toEqual([
    expect.stringMatching(/^web_search_all_[0-9a-f]{8}$/),
    'web_odd_name',
    'web_search_all',
    expect.stringMatching(/^web_search_long_.*_[0-9a-f]{8}$/),
  ]);
  expect(names.every((name) => /^[a-zA-Z0-9_-]{1,64}$/.test(name))).toBe(true);
  const raw = await client.request({ method: 'prompts/list' }, z.looseObject({}));
  expect(raw['prompts']).toContainEqual({
    name: 'web_odd_name',
    title: 'Own title',
    'x-own': 'web',
  });
});

test('are got from the backend they belong to', async () => {
  const { prompts } = await client.listPrompts();
  const textOfPrompt = async (name = ''): Promise<unknown> => {
    const { messages } = await client.getPrompt({ name, arguments: { a: '1' } });
    return messages[0]?.content;
  };
  expect(await Promise.all(prompts.map(({ name }) => textOfPrompt(name)))).toEqual([
    { type: 'text', text: 'web search_all {"a":"1"}' },
    { type: 'text', text: 'web odd/name {"a":"1"}' },
    { type: 'text', text: 'web_search all {"a":"1"}' },
    { type: 'text', text: `web_search ${long} {"a":"1"}` },
  ]);
  const rows = await gateway.services.recentAudit(10);
  expect(rows.at(-1)).toMatchObject({ tool: 'prompts/get', status: 'success', client: 'test' });
});

test('keep roles and description', async () => {
  expect(await client.getPrompt({ name: 'web_odd_name' })).toMatchObject({
    description: 'odd/name of web',
    messages: [{ role: 'user' }, { role: 'assistant' }],
  });
});

test('that do not exist are an error that names the nearest', async () => {
  await expect(client.getPrompt({ name: 'web_od_name' })).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining('nearest: web_odd_name') as string,
  });
});

test('complete their arguments, and those of templates', async () => {
  const argument = { name: 'a', value: 'x' };
  const context = { arguments: { b: '2' } };
  const complete = async (ref: Parameters<Client['complete']>[0]['ref']): Promise<unknown> =>
    (await client.complete({ ref, argument, context })).completion.values;
  expect(await complete({ type: 'ref/prompt', name: 'web_odd_name' })).toEqual([
    'web',
    JSON.stringify({ ref: { type: 'ref/prompt', name: 'odd/name' }, argument, context }),
  ]);
  expect(await complete({ type: 'ref/resource', uri: 'web://{id}' })).toEqual([
    'web',
    JSON.stringify({ ref: { type: 'ref/resource', uri: 'web://{id}' }, argument, context }),
  ]);
});

test('are told of when there are new ones', async () => {
  const heard = hear(client);
  await client.listPrompts();
  await callTool(client, 'web_add', { prompt: 'fresh' });
  await heard.next('notifications/prompts/list_changed');
  expect((await client.listPrompts()).prompts.map(({ name }) => name)).toContain('web_fresh');
});

test('are never asked of a server that has none', async () => {
  const { seen } = await seenBy(client, 'plain');
  expect(seen.map(({ method }) => method)).not.toContain('prompts/list');
});

test('are masked by a policy as the answers of tools are', async () => {
  home.write(
    'policies/mask.js',
    `if (ctx.phase !== 'post') return;
     for (const block of ctx.response.content)
       if (block.type === 'text') block.text = block.text.replace(/\\S+@\\S+/g, '***');`,
  );
  const lastText = async (): Promise<unknown> =>
    (await client.getPrompt({ name: 'web_odd_name' })).messages[1];
  await expect
    .poll(lastText, { timeout: 20_000 })
    .toEqual({ role: 'assistant', content: { type: 'text', text: 'mail me at ***' } });
});

test('reach a client over HTTP, too', async () => {
  const token = await gateway.tokens.createToken('laptop');
  const http = await httpClient(gateway.httpUrl() ?? '', token);
  expect((await http.listPrompts()).prompts.length).toBeGreaterThan(3);
  expect(await http.getPrompt({ name: 'web_odd_name' })).toMatchObject({
    description: 'odd/name of web',
  });
  await http.close();
});

test('are of no use to a client that may not use their backend', async () => {
  const stranger = (await stdioClient(home)).client;
  expect((await stranger.listPrompts()).prompts).toEqual([]);
  await expect(stranger.getPrompt({ name: 'web_odd_name' })).rejects.toThrow(/may not call/);
  await stranger.close();
});
