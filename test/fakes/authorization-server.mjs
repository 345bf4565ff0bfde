// A real authorization server (oidc-provider) and an MCP server that takes its tokens only, on loopback.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { once } from 'node:events';
import { createServer } from 'node:http';
import Provider from 'oidc-provider';

// It says at length that its defaults are not for production.
const { warn, info } = console;
const quiet =
  (say) =>
  (...words) => {
    if (!String(words[0]).includes('oidc-provider')) say(...words);
  };
console.warn = quiet(warn);
console.info = quiet(info);

/**
 * `clients` are registered beforehand; without them a client registers itself. `grants` are the scopes
 * anybody gets. An old server says nothing of itself, as before the protected-resource metadata.
 */
export async function startAuthorizedServer({
  clients = [],
  grants = 'mcp mcp:write',
  isOld = false,
} = {}) {
  const http = createServer();
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const origin = `http://127.0.0.1:${http.address().port}`;
  const resource = `${origin}/mcp`;
  const seen = {
    refreshes: 0,
    registrations: 0,
    authorizations: [],
    tokenRequests: [],
    bearers: [],
    refusals: 0,
  };
  const provider = new Provider(origin, {
    clients,
    clientDefaults: { token_endpoint_auth_method: 'none' },
    features: {
      registration: { enabled: clients.length === 0 },
      devInteractions: { enabled: true },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context, indicator) => {
          if (indicator !== resource) throw new Error('unknown resource');
          return {
            scope: grants,
            audience: resource,
            accessTokenFormat: 'opaque',
            accessTokenTTL: 3600,
          };
        },
        useGrantedResource: () => true,
      },
    },
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    pkce: { required: () => true },
    scopes: ['mcp', 'mcp:write'],
    cookies: { keys: ['test'] },
  });
  provider.use(async (context, next) => {
    if (context.path === '/auth')
      seen.authorizations.push(Object.fromEntries(new URLSearchParams(context.querystring)));
    await next();
    if (context.path === '/reg') seen.registrations += 1;
    if (context.path === '/token') seen.tokenRequests.push({ ...context.oidc?.params });
    if (context.path === '/token' && context.oidc?.params?.grant_type === 'refresh_token')
      seen.refreshes += 1;
  });
  const handle = provider.callback();
  const tokens = new Set();
  http.on('request', (request, response) => {
    const { pathname } = new URL(request.url, origin);
    if (pathname === '/.well-known/oauth-protected-resource/mcp' && !isOld) {
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({ resource, authorization_servers: [origin], scopes_supported: ['mcp'] }),
      );
    } else if (pathname === '/mcp') void serveMcp(request, response);
    else handle(request, response);
  });

  async function serveMcp(request, response) {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (token !== undefined) seen.bearers.push(token);
    const found = token === undefined ? undefined : await provider.AccessToken.find(token);
    const metadata = isOld
      ? ''
      : `resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp", `;
    const refuse = (status, error, scope) => {
      seen.refusals += 1;
      const challenge = `Bearer ${error}${metadata}scope="${scope}"`;
      response.writeHead(status, { 'www-authenticate': challenge }).end();
    };
    if (found === undefined || found.aud !== resource) {
      refuse(401, '', 'mcp');
      return;
    }
    tokens.add(token);
    const message = request.method === 'POST' ? JSON.parse(await textOf(request)) : undefined;
    const needs = message?.method === 'tools/call' && message.params.name === 'write';
    if (needs && !(found.scope ?? '').split(' ').includes('mcp:write')) {
      refuse(403, 'error="insufficient_scope", ', 'mcp:write');
      return;
    }
    const server = new McpServer({ name: 'private', version: '1.0.0' });
    server.registerTool('whoami', { description: 'Says who is logged in' }, () => ({
      content: [{ type: 'text', text: found.accountId }],
    }));
    server.registerTool('write', { description: 'Wants more rights' }, () => ({
      content: [{ type: 'text', text: `written by ${found.accountId}` }],
    }));
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: undefined,
      enableJsonResponse: true,
    });
    response.on('close', () => void server.close());
    await server.connect(transport);
    await transport.handleRequest(request, response, message);
  }

  return {
    url: resource,
    seen,
    /** Access tokens end now, as after their time. */
    async expire() {
      for (const token of tokens) await (await provider.AccessToken.find(token))?.destroy();
      tokens.clear();
    },
    /** Nobody is logged in any more: access and refresh tokens are refused. */
    async revoke() {
      for (const token of tokens) {
        const found = await provider.AccessToken.find(token);
        const { RefreshToken, AccessToken } = provider;
        if (found === undefined) continue;
        await RefreshToken.revokeByGrantId(found.grantId);
        await AccessToken.revokeByGrantId(found.grantId);
      }
      tokens.clear();
    },
    async close() {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
}

async function textOf(request) {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

/** A person with a browser: follows the redirects, logs in as anna and agrees. Resolves at the last page. */
export async function personLogsIn(start) {
  const cookies = new Map();
  let url = start;
  let form;
  for (let step = 0; step < 20; step += 1) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
      cookies.set(name, value);
    }
    form = undefined;
    const location = response.headers.get('location');
    if (location !== null) {
      url = new URL(location, url).href;
      continue;
    }
    const page = await response.text();
    const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1];
    if (prompt === undefined) return page;
    const action = /action="([^"]+)"/.exec(page)?.[1];
    url = new URL(action ?? url, url).href;
    form = new URLSearchParams({ prompt, login: 'anna', password: 'any' });
  }
  throw new Error(`the login did not end; last page ${url}`);
}
