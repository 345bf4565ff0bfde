import { describe, expect, test } from 'vitest';
import { discoverRoute } from '../../../../main/gateway/code-mode/discover-tools.ts';
import { ToolIndex } from '../../../../main/gateway/code-mode/tool-index.ts';
import type { RunCall } from '../../../../main/gateway/route.ts';
import { toolEntries } from '../../../builders/tool-entries.ts';

async function footerOf(count: number, args: Record<string, unknown>): Promise<string> {
  const index = new ToolIndex(toolEntries(count));
  const { content } = await discoverRoute(() => index).run({ args } as unknown as RunCall);
  return (
    String((content[0] as { text?: string }).text)
      .split('\n')
      .at(-1) ?? ''
  );
}

describe('discover_tools', () => {
  test.each([
    [1500, {}, '// 1500 matched, 1500 shown (name)'],
    [2000, {}, 'shown (name); narrow the pattern or ask for less detail to see the rest'],
    [2001, {}, '// 2001 matched, 2001 shown (backend); use pattern or query to see the tools'],
    [2001, { limit: 25 }, '// 2001 matched, 25 shown (full); narrow the pattern or raise limit'],
    [2001, { detail: 'name' }, '// 2001 matched, 1'],
    [30, { query: ' ', pattern: '' }, '// 30 matched, 30 shown (line)'],
    [30, { query: 'zebra' }, '// 0 matched, 0 shown (full); no tool matches; without arguments'],
  ])('of %i tools asked with %j ends with %s', async (count, args, footer) => {
    expect(await footerOf(count, args)).toContain(footer);
  });
});
