// The first line a local connection sends. What follows is MCP, a message a line.
import { z } from 'zod';

export const helloSchema = z.looseObject({
  toolmesh: z.literal(1),
  /** The `--client` of the entry that started the bridge. */
  client: z.string().min(1).max(100).optional(),
  /** A command that asks the gateway about itself instead of speaking MCP. */
  control: z.literal(true).optional(),
});
export type Hello = z.infer<typeof helloSchema>;

export function helloLine(client: string | undefined): string {
  return `${JSON.stringify({ toolmesh: 1, client } satisfies Hello)}\n`;
}

export function controlHelloLine(): string {
  return `${JSON.stringify({ toolmesh: 1, control: true } satisfies Hello)}\n`;
}
