// The clients and backends of the busy gateway, in every state the window can show.
import type { FakeWindowState } from '../fakes/fake-window-services.ts';
import { backendRowView, clientView } from './setup-views.ts';

export function busyClients(now: number): FakeWindowState['clients'] {
  const seen = (at: number, version: string) => ({ lastSeen: { at, version } });
  return [
    clientView(seen(now - 5000, 'Claude Desktop 1.4.2')),
    clientView({ id: 'cursor', label: 'Cursor', ...seen(now - 300_000, 'cursor 2.1') }),
    clientView({
      id: 'vscode',
      label: 'VS Code',
      state: 'needs-repair',
      next: { todo: 'repair' },
    }),
    clientView({ id: 'codex', label: 'Codex', state: 'not-installed' }),
    clientView({
      id: 'zed',
      label: 'Zed',
      state: 'conflict',
      next: { todo: 'resolve', starts: 'npx other-server' },
    }),
    clientView({
      id: 'gemini',
      label: 'Gemini CLI',
      state: 'installed',
      next: { todo: 'reload', label: 'Gemini CLI', way: 'restart', command: '' },
    }),
  ];
}

export function busyBackends(now: number): FakeWindowState['backends'] {
  const tools = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `tool_${index}`, access: 'read' }));
  return [
    backendRowView({
      name: 'netdata_raw',
      answersInMs: 3.1,
      transport: 'http',
      address: 'http://prod-parent:19999/mcp',
      tools: tools(13),
    }),
    backendRowView({
      name: 'github',
      transport: 'rest',
      answersInMs: 82,
      address: 'https://api.github.com',
      tools: tools(214),
    }),
    backendRowView(),
    backendRowView({
      name: 'nd',
      answersInMs: 3.4,
      unit: 'netdata',
      transport: 'http',
      address: 'http://prod-parent:19999/mcp',
      tools: tools(13),
    }),
    backendRowView({
      name: 'alertmanager',
      unit: 'homelab',
      transport: 'http',
      address: 'http://monitor:9093',
      state: 'down',
      detail: 'Connection refused at monitor:9093; next try in 24 s',
      since: now - 960_000,
      tools: [],
    }),
  ];
}
