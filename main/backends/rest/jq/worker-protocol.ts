export interface JqRequest {
  readonly id: number;
  readonly filter: string;
  /** JSON text. */
  readonly input: string;
  readonly isCheck: boolean;
}

export type JqReply =
  | { readonly id: number; readonly ok: true; readonly outputs: string }
  | {
      readonly id: number;
      readonly ok: false;
      readonly message: string;
      readonly isFatal: boolean;
    };

/** Sent once, when the interpreter is loaded. */
export const jqReady = 'ready';
