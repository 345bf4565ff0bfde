import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ApprovedTools } from '../../../../main/gateway/quarantine/approved-tools.ts';

test('keeps tools whose names every object has', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolmesh-approved-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const file = path.join(folder, 'approved.json');
  const tool = { hash: 'h', title: '', description: 'd', inputSchema: '{}' };
  const known = { tools: new Map([['__proto__', tool]]), held: new Map([['__proto__', 'h2']]) };
  await (await ApprovedTools.open(file)).set('odd', known);
  const reopened = await ApprovedTools.open(file);
  expect(reopened.isDamaged).toBe(false);
  expect(reopened.get('odd')).toEqual(known);
  expect(reopened.get('odd')?.tools.get('constructor')).toBeUndefined();
});
