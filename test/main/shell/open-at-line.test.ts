import { expect, test } from 'vitest';
import { editorLink, openAtLine, type EditorWorld } from '../../../main/shell/open-at-line.ts';

function world(handlers: Readonly<Record<string, string>> = {}): EditorWorld & { did: string[] } {
  const did: string[] = [];
  return {
    did,
    platform: 'linux',
    handlerOf: (link) => handlers[link] ?? '',
    openLink: (link) => Promise.resolve(void did.push(`link ${link}`)),
    openPath: (path) => Promise.resolve(void did.push(`path ${path}`)),
    start: (program, args) => Promise.resolve(void did.push([program, ...args].join(' '))),
  };
}

test('opens the line in an editor that has registered its links', async () => {
  const editors = world({ 'cursor://': 'Cursor', 'zed://': 'Zed' });
  await openAtLine(editors, [], '/home/user/my units/tasks/unit.yaml', 9);
  expect(editors.did).toEqual(['link cursor://file/home/user/my%20units/tasks/unit.yaml:9']);
});

test("prefers the person's own command and puts file and line into it", async () => {
  const editors = world({ 'vscode://': 'Code' });
  await openAtLine(editors, ['subl', '{file}:{line}'], '/tmp/$&.js', 88);
  expect(editors.did).toEqual(['subl /tmp/$&.js:88']);
});

test('opens the file as the system does where no editor is known', async () => {
  const editors = world();
  await openAtLine(editors, [], '/tmp/a.js', 3);
  expect(editors.did).toEqual(['path /tmp/a.js']);
});

test('opens a file without a line as the system does', async () => {
  const editors = world({ 'vscode://': 'Code' });
  await openAtLine(editors, [], '/tmp/unit.yaml', undefined);
  expect(editors.did).toEqual(['path /tmp/unit.yaml']);
});

test('writes a Windows path as editors read it', () => {
  expect(editorLink('vscode', 'C:\\Users\\a b\\unit.yaml', 9, 'win32')).toBe(
    'vscode://file/C:/Users/a%20b/unit.yaml:9',
  );
});
