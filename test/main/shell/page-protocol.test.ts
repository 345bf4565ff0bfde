import path from 'node:path';
import { expect, test } from 'vitest';
import { contentSecurityPolicy, pageFile, pageUrl } from '../../../main/shell/page-protocol.ts';

const folder = path.resolve('/app/out/renderer');

test('serves the page and its assets', () => {
  expect(pageFile(folder, pageUrl)).toBe(path.join(folder, 'index.html'));
  expect(pageFile(folder, 'toolmesh://window/assets/index-1.js?x#y')).toBe(
    path.join(folder, 'assets', 'index-1.js'),
  );
});

test.each([
  'toolmesh://window/../main.mjs',
  'toolmesh://window/%2e%2e/secret.js',
  'toolmesh://window/..%2fmain.js',
  'toolmesh://window/%00.js',
  'toolmesh://window/%E0%A4%A.js',
  'toolmesh://window/notes.txt',
  'toolmesh://other/index.html',
  'toolmesh://window.evil/index.html',
  'file:///etc/passwd.js',
])('serves nothing for %s', (url) => {
  const file = pageFile(folder, url);
  expect(file === undefined || file.startsWith(folder + path.sep)).toBe(true);
});

test('allows nothing inline and nothing from elsewhere', () => {
  expect(contentSecurityPolicy).not.toMatch(/unsafe|https?:|data:|\*/);
});
