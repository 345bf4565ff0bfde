// Tools of passthrough backends that are new or say something else than when they were approved.
import { z } from 'zod';

const toolText = z.strictObject({
  title: z.string(),
  description: z.string(),
  /** JSON Schema of the arguments, indented. */
  inputSchema: z.string(),
});

export const toolChangeView = z.strictObject({
  backend: z.string(),
  tool: z.string(),
  kind: z.enum(['new', 'changed']),
  /** Clients neither see nor call it. */
  held: z.boolean(),
  /** As approved; null for a new tool. */
  before: toolText.nullable(),
  after: toolText,
});
export type ToolChangeView = z.infer<typeof toolChangeView>;

export const toolSelection = z.strictObject({
  backend: z.string().min(1).max(200),
  /** All that changed, when absent. */
  tools: z.array(z.string().min(1).max(300)).optional(),
});
export type ToolSelection = z.infer<typeof toolSelection>;

export interface QuarantineServices {
  toolChanges(): readonly ToolChangeView[];
  /** What the tools say now is what they may say. Resolves with their names, once that is on the disk. */
  approveTools(selection: ToolSelection): Promise<readonly string[]>;
  /** Keeps changed tools back until they are approved, whatever `quarantine` is set to. */
  holdTools(selection: ToolSelection): Promise<readonly string[]>;
  /** Changes came or went; returns the unsubscribe. */
  onToolChanges(listener: () => void): () => void;
}
