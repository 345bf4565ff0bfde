// An MCP server with resources, prompts, completions, log lines and questions of its own:
// `node offering-server.mjs NAME [OPTIONS as JSON] [--http]`. What it has is in the options.
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { randomUUID } from 'node:crypto';
import { existsSync, watch } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';

const name = process.argv[2] ?? 'offering';
const options = JSON.parse(process.argv[3] ?? '{}');
const { lacks = [], pageSize = 1000, secret, broken = false, many = 0, endless = false } = options;
const resources = [
  ...(options.resources ?? []),
  ...Array.from({ length: many }, (_, index) => `${name}://many/${index}`),
];
const templates = options.templates ?? [];
const prompts = [...(options.prompts ?? [])];
const toolNames = ['link', 'log', 'ask', 'touch', 'add', 'seen', 'hold', 'release', 'die'];

const seen = [];
const held = [];
const text = (value) => ({ content: [{ type: 'text', text: value }] });
const has = (what) => !lacks.includes(what);
const any = { parse: (value) => value, safeParse: (data) => ({ success: true, data }) };

function page(list, cursor) {
  const start = Number(cursor ?? 0);
  const end = start + pageSize;
  return { items: list.slice(start, end), ...(end < list.length && { nextCursor: String(end) }) };
}

function create() {
  const server = new Server(
    { name, version: '1.0.0' },
    {
      capabilities: {
        tools: {},
        ...(has('resources') && { resources: { subscribe: true, listChanged: true } }),
        ...(has('prompts') && { prompts: { listChanged: true } }),
        ...(has('completions') && { completions: {} }),
        ...(has('logging') && { logging: {} }),
      },
    },
  );
  const on = (schema, handler) => {
    const method = schema.shape.method.value;
    server.setRequestHandler(schema, (request, extra) => {
      seen.push({ method, params: request.params });
      return handler(request.params ?? {}, extra);
    });
  };
  on(ListToolsRequestSchema, () => ({
    tools: toolNames.map((tool) => ({ name: tool, inputSchema: { type: 'object' } })),
  }));
  if (has('resources')) {
    on(ListResourcesRequestSchema, ({ cursor }) => {
      if (broken) return { resources: 'none of your business' };
      const { items, ...next } = endless
        ? { items: resources, nextCursor: 'again' }
        : page(resources, cursor);
      return {
        resources: items.map((uri) => ({ uri, name: uri.split('/').at(-1), 'x-own': name })),
        ...next,
      };
    });
    on(ListResourceTemplatesRequestSchema, () => ({
      resourceTemplates: templates.map((uriTemplate) => ({ uriTemplate, name: 'any' })),
    }));
    on(ReadResourceRequestSchema, ({ uri }) => {
      if (uri.endsWith('missing')) {
        throw Object.assign(new Error(`no ${uri} here`), { code: -32002 });
      }
      const contents = [
        { uri, mimeType: 'text/plain', text: `${name} has ${uri} ${secret ?? ''}` },
      ];
      return { contents, _meta: { from: name } };
    });
    on(SubscribeRequestSchema, () => ({}));
    on(UnsubscribeRequestSchema, () => ({}));
  }
  if (has('prompts')) {
    on(ListPromptsRequestSchema, () => ({
      prompts: prompts.map((prompt) => ({ name: prompt, title: 'Own title', 'x-own': name })),
    }));
    on(GetPromptRequestSchema, ({ name: prompt, arguments: args }) => ({
      description: `${prompt} of ${name}`,
      messages: [
        {
          role: 'user',
          content: { type: 'text', text: `${name} ${prompt} ${JSON.stringify(args)}` },
        },
        { role: 'assistant', content: { type: 'text', text: 'mail me at someone@example.org' } },
      ],
    }));
  }
  if (has('completions')) {
    on(CompleteRequestSchema, ({ ref, argument, context }) => ({
      completion: { values: [name, JSON.stringify({ ref, argument, context })], hasMore: false },
    }));
  }
  if (has('logging')) on(SetLevelRequestSchema, () => ({}));
  on(CallToolRequestSchema, async ({ name: tool, arguments: args = {} }, extra) => {
    switch (tool) {
      case 'link':
        return {
          content: [
            { type: 'resource_link', uri: args.uri, name: 'there' },
            { type: 'resource', resource: { uri: `${args.uri}#part`, text: 'inside' } },
          ],
        };
      case 'log':
        for (const line of args.lines)
          await extra.sendNotification({ method: 'notifications/message', params: line });
        return text('logged');
      case 'ask':
        return text(
          await extra.sendRequest({ method: args.method, params: args.params ?? {} }, any).then(
            (answer) => JSON.stringify({ answer }),
            ({ code, message }) => JSON.stringify({ code, message }),
          ),
        );
      case 'touch':
        for (let times = 0; times < (args.times ?? 1); times += 1)
          await server.notification({
            method: 'notifications/resources/updated',
            params: { uri: args.uri },
          });
        return text('touched');
      case 'add':
        if (args.resource) resources.push(args.resource);
        if (args.prompt) prompts.push(args.prompt);
        if (args.resource) await server.sendResourceListChanged();
        if (args.prompt) await server.sendPromptListChanged();
        return text('added');
      case 'hold':
        // Until "release", or until there is a file.
        await new Promise((resolve) => {
          held.push(resolve);
          if (args.until)
            watch(path.dirname(args.until), () => existsSync(args.until) && resolve()).unref();
        });
        for (const line of args.then ?? [])
          await extra.sendNotification({ method: 'notifications/message', params: line });
        return text('let go');
      case 'die':
        return process.exit(1);
      case 'release':
        for (const resolve of held.splice(0)) resolve();
        return text('released');
      default:
        return text(
          JSON.stringify({ seen, capabilities: server.getClientCapabilities(), held: held.length }),
        );
    }
  });
  return server;
}

if (process.argv.includes('--http')) {
  const transports = new Map();
  const http = createServer((request, response) => {
    const known = transports.get(request.headers['mcp-session-id']);
    if (known !== undefined) return void known.handleRequest(request, response);
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => transports.set(id, transport),
    });
    return void create()
      .connect(transport)
      .then(() => transport.handleRequest(request, response));
  });
  http.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${http.address().port}/mcp`));
} else {
  await create().connect(new StdioServerTransport());
}
