import type { Launch } from './launcher.ts';

/** A link that makes the client ask its user for consent. It gives no answer back, and only the client can undo it. */
export function clientLink(template: string, name: string, launch: Launch): string {
  const entry = { command: launch.command, args: launch.args };
  const isCherry = template.includes('servers={base64}');
  const values: Readonly<Record<string, string>> = {
    '{name}': encodeURIComponent(name),
    '{base64}': encodeURIComponent(
      Buffer.from(linkJson(isCherry ? { mcpServers: { [name]: entry } } : entry)).toString(
        'base64',
      ),
    ),
    '{urlJson}': encodeURIComponent(linkJson({ name, type: 'stdio', ...entry })),
    '{cmd}': encodeURIComponent(launch.command),
    // One `arg` per argument.
    '{arg}': launch.args.map(encodeURIComponent).join('&arg='),
  };
  return template.replace(/\{\w+\}/g, (token) => values[token] ?? token);
}

// VS Code decodes the address twice (mcpUrlHandler.ts), which a per cent sign of a path would not survive, and web views
// decode base64 as Latin-1. Escapes of JSON come through both.
function linkJson(value: object): string {
  return JSON.stringify(value).replace(
    /[%\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
