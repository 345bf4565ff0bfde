import { describe, expect, test } from 'vitest';
import { matchPattern } from '../../../../main/gateway/code-mode/match-pattern.ts';
import { ToolIndex } from '../../../../main/gateway/code-mode/tool-index.ts';
import { toolEntries } from '../../../builders/tool-entries.ts';

const index = new ToolIndex(toolEntries(3800));

describe('free text', () => {
  test('finds the tool that has all the words first', () => {
    const [first] = index.rank('restart the certificate');
    expect(first?.canonicalName).toMatch(/restart_certificate/);
  });

  test('takes singular and plural for one word', () => {
    const [first] = index.rank('list invoices');
    expect(first?.canonicalName).toMatch(/list_invoice/);
  });

  test('finds words by their beginning, after whole words', () => {
    expect(index.rank('cert')[0]?.canonicalName).toMatch(/certificate/);
  });

  test('finds a tool by the words of its title', () => {
    const [entry] = toolEntries(1);
    if (entry === undefined) throw new Error('no entry');
    const titled = { ...entry, tool: { ...entry.tool, title: 'Billing overview' } };
    expect(new ToolIndex([titled]).rank('overview')).toEqual([titled]);
  });

  test('finds nothing for words no tool has', () => {
    expect(index.rank('zebra')).toEqual([]);
  });
});

describe('a pattern', () => {
  test('matches names and descriptions without regard to case', () => {
    expect(
      matchPattern(index, '^backend0_GET_\\w+_(0|7)$|number 14\\.').map((entry) => entry.tool.name),
    ).toEqual(['get_invoice_0', 'get_invoice_7', 'get_node_14']);
  });

  test.each(['(.*)*x$', '.*a.*a.*a.*zzz$', '((a*)*)*b'])(
    '%s never stalls the gateway',
    (pattern) => {
      expect(() => matchPattern(index, `${pattern}|never-${'y'.repeat(20)}`)).not.toThrow(
        RangeError,
      );
    },
    5000,
  );

  test('that takes too long is refused with what to do instead', () => {
    expect(() => matchPattern(index, '(.*)*x$')).toThrow(
      'The pattern "(.*)*x$" takes too long; use plain words in query instead',
    );
  });

  test('that is none names the reason', () => {
    expect(() => matchPattern(index, '(')).toThrow('is not a regular expression');
  });
});
