import { cutText } from '../../platform/cut-text.ts';
import type { ApprovalDecision, ApprovalRequest } from './approval.ts';

const choices: readonly { readonly value: ApprovalDecision; readonly title: string }[] = [
  { value: 'once', title: 'Allow once' },
  { value: 'session', title: 'Allow for this session' },
  { value: 'deny', title: 'Deny' },
];

// Some clients show the message in one small box.
const mostArgs = 2000;
const mostDescription = 500;

/** Lets the client ask its user. Whatever is no clear yes is a no. */
export async function askClient(
  { caller, tool, access, description, args }: ApprovalRequest,
  signal: AbortSignal,
): Promise<{ readonly decision: ApprovalDecision; readonly by: string }> {
  const by = `the user of client "${caller.client}"`;
  const shown = args.length <= mostArgs ? args : `${args.slice(0, mostArgs)} ...`;
  const question = `Allow ${tool}? It is ${access} and was called by ${caller.client} with:\n${shown}`;
  // Last, and marked as the tool's own words: a backend may write there what looks like ours.
  const message =
    description === ''
      ? question
      : `${question}\n\nThe tool says of itself:\n${cutText(description, mostDescription)}`;
  const answer = await caller.elicit?.({ message, choices }, signal).catch(() => undefined);
  return { decision: choices.find(({ value }) => value === answer)?.value ?? 'deny', by };
}
