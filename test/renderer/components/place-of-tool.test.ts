import { expect, test } from 'vitest';
import { placeOfTool } from '../../../renderer/components/place-of-tool.ts';

test('finds the longest name a tool begins with', () => {
  const places = ['netdata', 'netdata_raw', 'net'];
  expect(placeOfTool('netdata_raw_list_nodes', places)).toBe('netdata_raw');
  expect(placeOfTool('netdata_metric', places)).toBe('netdata');
  expect(placeOfTool('discover_tools', places)).toBe('');
});
