// The page comes from a scheme of its own: it gets a real origin and headers, and no file access.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Protocol } from 'electron';

const scheme = 'toolmesh';
const origin = `${scheme}://window`;

export const pageUrl = `${origin}/index.html`;

/** Must run before the app is ready; Electron ignores later calls. */
export function registerPageScheme(protocol: Protocol): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, codeCache: true } },
  ]);
}

export function servePage(protocol: Protocol, folder: string): void {
  protocol.handle(scheme, async (request) => {
    const file = pageFile(folder, request.url);
    if (request.method !== 'GET' || file === undefined) return new Response(null, { status: 404 });
    try {
      return new Response(new Uint8Array(await readFile(file)), { headers: headersFor(file) });
    } catch {
      return new Response(null, { status: 404 });
    }
  });
}

/** The file a URL means; undefined for another origin, an unknown type or anything outside the folder. */
export function pageFile(folder: string, url: string): string | undefined {
  if (!isOwnUrl(url)) return undefined;
  let name: string;
  try {
    name = decodeURIComponent(new URL(url).pathname);
  } catch {
    return undefined;
  }
  const file = path.join(folder, path.normalize(name));
  const inside = path.relative(folder, file);
  if (inside.startsWith('..') || path.isAbsolute(inside) || name.includes('\0')) return undefined;
  return path.extname(file) in contentTypes ? file : undefined;
}

export function isOwnUrl(url: string): boolean {
  return url.startsWith(`${origin}/`);
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Own files only, nothing inline. Svelte builds its templates through the one named policy. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types svelte-trusted-html',
].join('; ');

function headersFor(file: string): Record<string, string> {
  return {
    'content-type': contentTypes[path.extname(file)] ?? 'application/octet-stream',
    'content-security-policy': contentSecurityPolicy,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
}
