// Tools, audit and savings of a gateway that only remembers.
import type {
  AuditDetailView,
  AuditPageView,
  AuditQuery,
  AuditSizeView,
} from '../../main/contract/audit-query.ts';
import type { SavedDayView } from '../../main/contract/savings-services.ts';
import type { TokenEconomyView } from '../../main/contract/token-economy.ts';
import type { TryRequest } from '../../main/contract/tool-services.ts';
import type {
  SourceView,
  ToolDetailView,
  TryProgressView,
  TryResultView,
  UnitAboutView,
} from '../../main/contract/tool-views.ts';
import { FakeAppServices, subscribe, type FakeState } from './fake-app-services.ts';

export interface FakeToolState extends FakeState {
  detail: ToolDetailView;
  tryResult: TryResultView;
  about: UnitAboutView;
  source: SourceView | undefined;
  auditSize: AuditSizeView;
  days: readonly SavedDayView[];
  economy: TokenEconomyView;
}

export class FakeToolServices extends FakeAppServices {
  declare readonly state: FakeToolState;
  readonly tries: TryRequest[] = [];
  readonly decisions: string[] = [];
  readonly #listeners = new Map<string, Set<(value: never) => void>>();

  toolDetail(): ToolDetailView {
    return this.state.detail;
  }
  tryTool(request: TryRequest): Promise<TryResultView> {
    this.tries.push(request);
    return Promise.resolve(this.state.tryResult);
  }
  cancelTry(run: string): void {
    this.decisions.push(`cancel ${run}`);
  }
  startOver(unit: string): void {
    this.decisions.push(`start over ${unit}`);
  }
  onTryProgress(listener: (progress: TryProgressView) => void): () => void {
    return this.on('try', listener);
  }
  unitAbout(): Promise<UnitAboutView> {
    return Promise.resolve(this.state.about);
  }
  reloadUnits(): Promise<void> {
    return Promise.resolve();
  }
  problemSource(): Promise<SourceView | undefined> {
    return Promise.resolve(this.state.source);
  }
  unitFile(unit: string): string {
    return `${this.unitFolder(unit) ?? ''}/unit.yaml`;
  }

  queryAudit(query: AuditQuery): Promise<AuditPageView> {
    const { after, limit, text, unit, tool, client, callerClass, status } = query;
    const end = after?.seq ?? this.state.audit.length;
    const found = this.state.audit
      .map((record, seq) => ({ record, seq }))
      .filter(({ seq }) => seq < end)
      .filter(({ record }) => query.rootsOnly !== true || record.parentId === null)
      .filter(({ record }) => query.traceId === undefined || record.traceId === query.traceId)
      .filter(({ record }) => unit === undefined || record.backend === unit)
      .filter(({ record }) => tool === undefined || record.tool === tool)
      .filter(({ record }) => client === undefined || record.client === client)
      .filter(({ record }) => callerClass === undefined || record.callerClass === callerClass)
      .filter(({ record }) => status === undefined || record.status === status)
      .filter(({ record }) => text === undefined || JSON.stringify(record).includes(text))
      .reverse()
      .slice(0, limit);
    const last = found.at(-1);
    return Promise.resolve({
      records: found.map(({ record }) => toDetail(record)),
      ...(found.length === limit && last && { next: { ts: last.record.ts, seq: last.seq } }),
      lastSeq: this.state.audit.length,
    });
  }
  auditCounters(): Promise<readonly never[]> {
    return Promise.resolve([]);
  }
  auditSize(): Promise<AuditSizeView> {
    return Promise.resolve(this.state.auditSize);
  }
  policyCounts(): Promise<readonly never[]> {
    return Promise.resolve([]);
  }
  exportAudit(): Promise<number> {
    return Promise.resolve(this.state.audit.length);
  }

  savedDays(): Promise<readonly SavedDayView[]> {
    return Promise.resolve(this.state.days);
  }
  economy(client: string): Promise<TokenEconomyView> {
    return Promise.resolve({ ...this.state.economy, client });
  }

  override get listenerCount(): number {
    const own = [...this.#listeners.values()].reduce((sum, each) => sum + each.size, 0);
    return super.listenerCount + own;
  }

  protected on(noun: string, listener: (value: never) => void): () => void {
    const listeners = this.#listeners.get(noun) ?? new Set();
    this.#listeners.set(noun, listeners);
    return subscribe(listeners, listener);
  }

  protected tell(noun: string, value: unknown): void {
    for (const listener of this.#listeners.get(noun) ?? []) listener(value as never);
  }

  /** How a run goes on. */
  tellProgress(progress: TryProgressView): void {
    this.tell('try', progress);
  }
}

function toDetail(record: FakeState['audit'][number]): AuditDetailView {
  return {
    ...record,
    user: 'alice',
    clientInfo: '',
    decidedBy: null,
    tokensOut: null,
    subTokens: null,
    metaRemoved: [],
    modifications:
      record.tool === 'add_rule'
        ? [
            {
              by: 'pii-masking.js',
              phase: 'pre',
              before: '{"owner":"mara@home.arpa"}',
              after: '{"owner":"m***@home.arpa"}',
            },
          ]
        : [],
    console: '',
  };
}
