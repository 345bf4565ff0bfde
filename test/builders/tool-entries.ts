import type { Backend, ToolDescriptor } from '../../main/backends/backend.ts';
import type { ToolEntry } from '../../main/gateway/exposition/tool-registry.ts';

const verbs = ['get', 'list', 'create', 'update', 'delete', 'search', 'restart'];
const nouns = ['invoice', 'node', 'alert', 'volume', 'user', 'backup', 'certificate', 'container'];

/** A tool as one of many of a large backend. */
export function toolDescriptor(index: number, own: Partial<ToolDescriptor> = {}): ToolDescriptor {
  const verb = verbs[index % verbs.length] ?? '';
  const noun = nouns[(index >> 3) % nouns.length] ?? '';
  return {
    name: `${verb}_${noun}_${index}`,
    access: index % 3 === 0 ? 'write' : 'read',
    description: `${verb} one ${noun} of the project, with its state and what belongs to it. Number ${index}.`,
    inputSchema: {
      type: 'object',
      properties: {
        project_id: { type: 'string', description: 'Project to work on' },
        id: { type: 'string', description: `Which ${noun}` },
        limit: { type: 'integer', minimum: 1, maximum: 100 },
        state: { type: 'string', enum: ['open', 'closed'] },
      },
      required: ['project_id'],
    },
    ...own,
  };
}

/** A backend that is ready and has these tools. */
export function listedBackend(name: string, tools: readonly ToolDescriptor[]): Backend {
  return {
    name,
    kind: 'passthrough',
    promoted: [],
    tools: () => tools,
    state: () => ({ kind: 'ready' }),
    callTool: ({ tool, args }) =>
      Promise.resolve({ content: [{ type: 'text', text: JSON.stringify({ tool, args }) }] }),
    onChange: () => () => undefined,
    close: () => Promise.resolve(),
  };
}

/** Entries of a registry, a hundred to a backend. */
export function toolEntries(
  count: number,
  own: Partial<ToolDescriptor> = {},
): readonly ToolEntry[] {
  return Array.from({ length: count }, (_, index) => {
    const tool = toolDescriptor(index, own);
    const backend = listedBackend(`backend${Math.floor(index / 100)}`, []);
    return { backend, tool, canonicalName: `${backend.name}_${tool.name}` };
  });
}
