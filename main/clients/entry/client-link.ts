import type { Launch } from './launcher.ts';

/** A link that makes the client ask its user for consent. It gives no answer back, and only the client can undo it. */
export function clientLink(template: string, name: string, launch: Launch): string {
  const entry = { command: launch.command, args: launch.args };
  const named = { name, type: 'stdio', ...entry };
  const isCherry = template.includes('servers={base64}');
  const json = JSON.stringify(isCherry ? { mcpServers: { [name]: entry } } : entry);
  const values: Readonly<Record<string, string>> = {
    '{name}': encodeURIComponent(name),
    '{base64}': encodeURIComponent(Buffer.from(json, 'utf8').toString('base64')),
    '{urlJson}': encodeURIComponent(JSON.stringify(named)),
    '{cmd}': encodeURIComponent(launch.command),
    // One `arg` per argument.
    '{arg}': launch.args.map(encodeURIComponent).join('&arg='),
  };
  return template.replace(/\{\w+\}/g, (token) => values[token] ?? token);
}
