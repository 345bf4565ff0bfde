import type { GatewayError } from '../../platform/gateway-error.ts';
import type { Caller } from '../caller.ts';
import type { Route } from '../route.ts';
import type { AuditRecord, BegunCall, CallCount, Modification } from './audit-record.ts';
import { redactParams } from './redact-params.ts';

export interface RecordStart {
  readonly id: string;
  readonly caller: Caller;
  readonly exposedAs: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly parent: CallRecord | undefined;
  readonly kind: AuditRecord['kind'];
  /** Calls around this one that another gateway knows of. */
  readonly outerDepth?: number;
  /** Epoch milliseconds. */
  readonly ts: number;
}

const consoleBytes = 4096;

/** The record of a call while it runs. Stages add what they know; `finish` makes it final. */
export class CallRecord {
  readonly id: string;
  readonly traceId: string;
  readonly depth: number;
  readonly #start: RecordStart;
  #route: Route | undefined;
  #decidedBy: string | null = null;
  #status: AuditRecord['status'] = 'error';
  #errorCode: string | null = 'internal';
  #bytesOut = 0;
  #subCalls = 0;
  #subBytes = 0;
  #metaRemoved: readonly string[] = [];
  #modifications: readonly Modification[] = [];
  #console = '';

  constructor(start: RecordStart) {
    this.#start = start;
    this.id = start.id;
    this.traceId = start.parent?.traceId ?? start.id;
    this.depth = (start.parent?.depth ?? start.outerDepth ?? 0) + 1;
  }

  /** Of the tool, or what the client asked for while that is not known. */
  get canonicalName(): string {
    return this.#route?.canonicalName ?? this.#start.exposedAs;
  }

  /** The unit this call runs in, for its private calls. */
  get unitName(): string | undefined {
    return this.#route?.unit?.name ?? this.#start.parent?.unitName;
  }

  reached(route: Route): void {
    this.#route = route;
  }

  allowed(decidedBy: string | null): void {
    this.#decidedBy = decidedBy;
  }

  metaRemoved(branches: readonly string[]): void {
    this.#metaRemoved = [...this.#metaRemoved, ...branches];
  }

  /** A policy changed the call or its answer. */
  modified(change: Modification): void {
    this.#modifications = [...this.#modifications, change];
  }

  console(lines: readonly string[]): void {
    if (lines.length > 0)
      this.#console = `${this.#console}${lines.join('\n')}\n`.slice(0, consoleBytes);
  }

  succeeded(bytesOut: number, isError: boolean): void {
    this.#status = isError ? 'error' : 'success';
    this.#errorCode = isError ? 'tool-error' : null;
    this.#bytesOut = bytesOut;
  }

  failed(error: GatewayError): void {
    const denied = error.code === 'access-denied' || error.code === 'paused';
    this.#status = denied ? 'denied' : 'error';
    this.#errorCode = error.code;
    this.#bytesOut = Buffer.byteLength(error.message);
    const decidedBy = error.data['decidedBy'];
    if (typeof decidedBy === 'string') this.#decidedBy = decidedBy;
  }

  begun(params = redactParams(this.#start.args)): BegunCall {
    const { caller, exposedAs, parent, kind, ts } = this.#start;
    return {
      id: this.id,
      traceId: this.traceId,
      parentId: parent?.id ?? null,
      ts,
      user: caller.user,
      client: caller.client,
      clientInfo: caller.clientInfo,
      callerClass: caller.callerClass,
      kind: this.#route?.kind ?? kind,
      backend: this.#route?.backend ?? '',
      tool: this.#route?.tool.name ?? '',
      exposedAs,
      access: this.#route?.tool.access ?? '',
      params: this.#audit() === 'compact' ? null : params,
    };
  }

  /** The final record; its size counts for the parent too. */
  finish(now: number): AuditRecord {
    const { args, parent, ts } = this.#start;
    const params = redactParams(args);
    parent?.addSubCall(this.#bytesOut);
    return {
      ...this.begun(params),
      durationMs: now - ts,
      status: this.#status,
      errorCode: this.#errorCode,
      decidedBy: this.#decidedBy,
      bytesIn: Buffer.byteLength(params),
      bytesOut: this.#bytesOut,
      tokensOut: null,
      subCalls: this.#subCalls,
      subBytes: this.#subBytes,
      subTokens: null,
      metaRemoved: this.#metaRemoved,
      modifications:
        this.#audit() === 'compact' ? this.#modifications.map(named) : this.#modifications,
      console: this.#console,
    };
  }

  /** `none` keeps no record of its own, `compact` one without parameters and none of its sub-calls. */
  isKept(): boolean {
    const parentKeeps = this.#start.parent?.keepsChildren() ?? true;
    return this.#audit() !== 'none' && parentKeeps;
  }

  /** Where a unit wants no records, its calls are still counted; undefined for all others. */
  count(now: number): CallCount | undefined {
    const route = this.#route;
    if (this.#audit() !== 'none' || route === undefined) return undefined;
    return {
      day: new Date(now).toISOString().slice(0, 10),
      unit: route.backend,
      tool: route.tool.name,
      client: this.#start.caller.client,
      failed: this.#status !== 'success',
      bytes: this.#bytesOut,
    };
  }

  keepsChildren(): boolean {
    return this.#audit() === 'full';
  }

  addSubCall(bytes: number): void {
    this.#subCalls += 1;
    this.#subBytes += bytes;
  }

  #audit(): 'full' | 'compact' | 'none' {
    return this.#route?.unit?.audit ?? 'full';
  }
}

/** A compact record keeps who changed something, and no parameters. */
function named({ by, phase }: Modification): Modification {
  return { by, phase, before: '', after: '' };
}
