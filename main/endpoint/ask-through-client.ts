import type { ElicitRequestFormParams, ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import type { Elicit } from '../gateway/approvals/elicit.ts';

// The desk ends the question by its own, settable time.
const longestMs = 24 * 60 * 60 * 1000;

type Send = (
  params: ElicitRequestFormParams,
  options: { readonly signal: AbortSignal; readonly timeout: number },
) => Promise<ElicitResult>;

/** Questions to the person at a client that declared elicitation. */
export function askThroughClient(send: Send): Elicit {
  return async ({ message, choices }, signal) => {
    const answer = await send(
      {
        message,
        requestedSchema: {
          type: 'object',
          properties: {
            decision: {
              type: 'string',
              title: 'Decision',
              enum: choices.map(({ value }) => value),
              // Clients before 2025-11-25 know titles under this name only.
              enumNames: choices.map(({ title }) => title),
            },
          },
          required: ['decision'],
        },
      },
      { signal, timeout: longestMs },
    );
    const decision = answer.action === 'accept' ? answer.content?.['decision'] : undefined;
    return typeof decision === 'string' ? decision : undefined;
  };
}
