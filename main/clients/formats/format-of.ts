import type { EntryFormat } from './entry-format.ts';
import { jsonFormat } from './json/json-format.ts';
import { tomlFormat } from './toml/toml-format.ts';
import { yamlFormat } from './yaml/yaml-format.ts';

export const formatNames = [
  'json',
  'json-tolerant',
  'json-comments',
  'jsonc',
  'toml',
  'yaml',
] as const;
export type FormatName = (typeof formatNames)[number];

const formats: Readonly<Record<FormatName, EntryFormat>> = {
  json: jsonFormat({ comments: false, trailingCommas: false }),
  'json-tolerant': jsonFormat({ comments: true, trailingCommas: true, writesStrict: true }),
  'json-comments': jsonFormat({ comments: true, trailingCommas: false }),
  jsonc: jsonFormat({ comments: true, trailingCommas: true }),
  toml: tomlFormat,
  yaml: yamlFormat,
};

export function formatOf(name: FormatName): EntryFormat {
  return formats[name];
}
