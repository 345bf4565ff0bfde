export interface PayloadRow {
  readonly tool: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Calls a model would need, and how many of their replies were derived. */
  readonly calls: number;
  readonly derived: number;
  readonly rawBytes: number;
  readonly answerBytes: number;
  /** Share of the raw bytes that the answer saves, 0 to 1. */
  readonly smaller: number;
  readonly rawTokens: number;
  readonly answerTokens: number;
  readonly fewerTokens: number;
}

export function measurePayload(): Promise<readonly PayloadRow[]>;
export function payloadTable(rows: readonly PayloadRow[]): string;
