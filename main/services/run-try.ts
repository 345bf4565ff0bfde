import type { TryResultView } from '../contract/tool-views.ts';
import type { AuditRecord } from '../gateway/audit/audit-record.ts';
import type { CallWatch } from '../gateway/call-tool.ts';
import type { Answer } from '../gateway/route.ts';
import { toGatewayError } from '../platform/gateway-error.ts';

export interface TryParts {
  readonly call: (watch: CallWatch) => Promise<Answer>;
  /** A sub-call was answered. */
  readonly onCall: () => void;
  readonly countTokens: (text: string) => Promise<number | undefined>;
  readonly signal: AbortSignal;
}

interface SubCall {
  readonly record: AuditRecord;
  readonly json: string | undefined;
}

// What a person can read; the sizes stand beside it.
const answerChars = 100_000;
const subCallChars = 10_000;
const shownSubCalls = 200;

/** Runs a call once and keeps what its sub-calls returned beside the answer. */
export async function runTry(parts: TryParts): Promise<TryResultView> {
  const subCalls: SubCall[] = [];
  let root: AuditRecord | undefined;
  const watch: CallWatch = (record, json) => {
    if (record.parentId === null) {
      root = record;
      return;
    }
    subCalls.push({ record, json });
    parts.onCall();
  };
  let answer: Answer | undefined;
  let failure: ReturnType<typeof toGatewayError> | undefined;
  try {
    answer = await parts.call(watch);
  } catch (thrown) {
    failure = toGatewayError(thrown);
  }
  const text = answer === undefined ? (failure?.message ?? '') : textOf(answer);
  return {
    outcome: outcomeOf(answer, root, parts.signal),
    text: text.slice(0, answerChars),
    isCut: text.length > answerChars,
    code: failure?.code ?? root?.errorCode ?? null,
    bytes: root?.bytesOut ?? 0,
    rawBytes: root?.subBytes ?? 0,
    durationMs: root?.durationMs ?? 0,
    tokens: (answer && (await tokensOf(parts, [answer.json]))) ?? null,
    rawTokens: await tokensOf(
      parts,
      // Only the tool's own calls: what those made is in their answers.
      subCalls.flatMap(({ record, json }) => (record.parentId === root?.id ? (json ?? []) : [])),
    ),
    subCalls: subCalls
      .sort((a, b) => a.record.ts - b.record.ts)
      .slice(0, shownSubCalls)
      .map(({ record, json }) => ({
        name: record.backend === '' ? record.exposedAs : `${record.backend}.${record.tool}`,
        status: record.status,
        bytes: record.bytesOut,
        durationMs: record.durationMs,
        text: (json === undefined ? (record.errorCode ?? '') : rawText(json)).slice(
          0,
          subCallChars,
        ),
      })),
  };
}

function outcomeOf(
  answer: Answer | undefined,
  root: AuditRecord | undefined,
  signal: AbortSignal,
): TryResultView['outcome'] {
  if (answer !== undefined) return answer.result.isError === true ? 'tool-error' : 'answered';
  if (signal.aborted) return 'cancelled';
  return root?.status === 'denied' ? 'denied' : 'failed';
}

async function tokensOf(
  { countTokens }: TryParts,
  texts: readonly string[],
): Promise<number | null> {
  const counted = await Promise.all(texts.map((text) => countTokens(text).catch(() => undefined)));
  return counted.includes(undefined) ? null : counted.reduce<number>((sum, n) => sum + (n ?? 0), 0);
}

/** Texts as they are; what is no text is named, not shown. */
function textOf({ result }: Answer): string {
  return result.content
    .map((block) => (block.type === 'text' ? block.text : `(${block.type})`))
    .join('\n');
}

function rawText(json: string): string {
  const parsed = JSON.parse(json) as { content?: readonly { type: string; text?: string }[] };
  const texts = parsed.content?.flatMap(({ text }) => text ?? []) ?? [];
  return texts.length > 0 ? texts.join('\n') : json;
}
