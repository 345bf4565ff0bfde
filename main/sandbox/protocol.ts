/**
 * The wire between the gateway and a sandbox host: one frame per line on stdio, a JSON header, and where
 * there is a payload a tab and the payload's own JSON text. JSON holds neither a raw tab nor a raw newline,
 * so a payload of 10 MB is never encoded twice. The gateway parses every header: it does not trust the host.
 */
import type { SandboxBridge, SandboxLimits, SourceFile } from './sandbox.ts';

/** What a run starts: a function of files the host has got before, or a script of its own. */
export type RunEntry =
  { readonly source: number; readonly functionName: string } | { readonly script: SourceFile };

/** Everything of a job that crosses to the host; values are JSON texts. */
export interface RunRequest {
  readonly t: 'run';
  readonly id: number;
  readonly entry: RunEntry;
  readonly argsText: string;
  readonly globalsText: string;
  readonly bridge: SandboxBridge;
  readonly limits: SandboxLimits;
  /** Such files were in a host that was lost: they must not keep another one from answering. */
  readonly onOwnThread: boolean;
}

export type GatewayFrame =
  /** Files of coming runs, kept until they are dropped: a unit's glue crosses once, not with each call. */
  | { readonly t: 'source'; readonly key: number; readonly files: readonly SourceFile[] }
  | { readonly t: 'drop'; readonly key: number }
  | RunRequest
  /** Payload: the value, or the error's facts; none when the value is undefined. */
  | { readonly t: 'reply'; readonly id: number; readonly call: number; readonly ok: boolean }
  | { readonly t: 'stop'; readonly id: number };

export const limitCodes = ['limit-time', 'limit-memory', 'limit-calls', 'limit-result'] as const;
export type LimitCode = (typeof limitCodes)[number];

/** What is known about a thrown value; every text was made inside the isolate. */
export interface ThrownFacts {
  readonly message: string;
  readonly name?: string;
  readonly code?: string;
  readonly backend?: string;
  readonly tool?: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

export type HostFrame =
  /** `rss` is what the process needs before any run. */
  | { readonly t: 'ready'; readonly rss: number }
  /** Payload: the arguments; none when there are none. */
  | {
      readonly t: 'call';
      readonly id: number;
      readonly call: number;
      readonly path: readonly string[];
    }
  | { readonly t: 'log'; readonly id: number; readonly line: string }
  /** Payload: the value; none when it is undefined. */
  | { readonly t: 'done'; readonly id: number }
  | { readonly t: 'thrown'; readonly id: number; readonly facts: ThrownFacts }
  /** `isStuck`: nothing was left that could have ended the run. */
  | {
      readonly t: 'limit';
      readonly id: number;
      readonly code: LimitCode;
      readonly isStuck: boolean;
    }
  | { readonly t: 'stopped'; readonly id: number }
  /** An isolate was torn down while it was running: take no new run to this host. */
  | { readonly t: 'worn'; readonly why: string }
  /**
   * Every 50 ms while runs are active. `held` is what earlier runs had left in the process when the first of
   * these began; `busy` names the runs that are using the processor.
   */
  | {
      readonly t: 'beat';
      readonly rss: number;
      readonly held: number;
      readonly busy: readonly number[];
    }
  /** Once the host has had nothing to do for a while. */
  | { readonly t: 'idle'; readonly rss: number };

export function encodeFrame(header: GatewayFrame | HostFrame, payload?: string): string {
  const line = JSON.stringify(header);
  return payload === undefined ? `${line}\n` : `${line}\t${payload}\n`;
}

/** A line as its header (not yet parsed into a frame) and its payload text. */
export function splitFrame(line: string): { header: unknown; payload: string | undefined } {
  const tab = line.indexOf('\t');
  if (tab < 0) return { header: JSON.parse(line), payload: undefined };
  return { header: JSON.parse(line.slice(0, tab)), payload: line.slice(tab + 1) };
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isId = (value: unknown): value is number => Number.isSafeInteger(value);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Undefined for anything without a message; facts of another type are left out. */
export function parseFacts(value: unknown): ThrownFacts | undefined {
  if (!isRecord(value) || !isText(value['message'])) return undefined;
  const facts: Record<string, string | number> = { message: value['message'] };
  for (const key of ['name', 'code', 'backend', 'tool', 'file']) {
    const text = value[key];
    if (isText(text)) facts[key] = text;
  }
  for (const key of ['line', 'column']) {
    const place = value[key];
    if (isId(place)) facts[key] = place;
  }
  return facts as unknown as ThrownFacts;
}

/** Undefined for anything that is not exactly a frame of a host. */
export function parseHostFrame(header: unknown): HostFrame | undefined {
  if (!isRecord(header)) return undefined;
  const { t, id } = header;
  if (t === 'ready') return { t, rss: isId(header['rss']) ? header['rss'] : 0 };
  if (t === 'worn') return { t, why: isText(header['why']) ? header['why'].slice(0, 200) : '' };
  if (t === 'idle') return isId(header['rss']) ? { t, rss: header['rss'] } : undefined;
  if (t === 'beat') {
    const { rss, held, busy } = header;
    if (!isId(rss) || !isId(held) || !Array.isArray(busy) || !busy.every(isId)) return undefined;
    return { t, rss, held, busy };
  }
  if (!isId(id)) return undefined;
  if (t === 'done' || t === 'stopped') return { t, id };
  if (t === 'log') return isText(header['line']) ? { t, id, line: header['line'] } : undefined;
  if (t === 'call') {
    const { call, path } = header;
    if (!isId(call) || !Array.isArray(path) || !path.every(isText) || path.length > 2) {
      return undefined;
    }
    return { t, id, call, path };
  }
  if (t === 'thrown') {
    const facts = parseFacts(header['facts']);
    return facts && { t, id, facts };
  }
  if (t === 'limit') {
    const code = limitCodes.find((known) => known === header['code']);
    return code && { t, id, code, isStuck: header['isStuck'] === true };
  }
  return undefined;
}
