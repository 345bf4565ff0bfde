import type {
  AuditView,
  ExampleView,
  GatewayView,
  RunningView,
  SavingsView,
  UnitView,
} from './views.ts';

/** What the shell, the IPC handlers and the commands ask of a running gateway. */
export interface AppServices {
  gateway(): GatewayView;
  setPaused(paused: boolean): void;
  units(): readonly UnitView[];
  examples(): Promise<readonly ExampleView[]>;
  /** Copies a shipped unit into the user's units folder; an existing folder is never touched. */
  addExample(name: string): Promise<void>;
  setUnitEnabled(unit: string, enabled: boolean): Promise<void>;
  /** Edits `expose.tools` in the unit's file, keeping comments and layout. */
  setPromoted(unit: string, tool: string, promoted: boolean): Promise<void>;
  /** Folder of a unit, for "open folder". */
  unitFolder(unit: string): string | undefined;
  /** Newest last. */
  recentAudit(limit: number): Promise<readonly AuditView[]>;
  /** Calls of clients that have no answer yet, oldest first; short ones never show. */
  runningCalls(): readonly RunningView[];
  savings(): SavingsView;
  /** One listener for each noun; all return the unsubscribe. Bursts are coalesced. */
  onGatewayChange(listener: () => void): () => void;
  onUnitsChange(listener: () => void): () => void;
  onAudit(listener: (rows: readonly AuditView[]) => void): () => void;
  /** Told after the records of the calls that have ended. */
  onRunningChange(listener: () => void): () => void;
}
