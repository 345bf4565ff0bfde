/** One answered tool call. */
export interface ReplayedCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly file: string;
  /** How the reply follows from recorded ones; undefined for a recording. */
  readonly derived?: string;
  readonly reply: {
    readonly result?: {
      readonly content: readonly { readonly type: string; readonly text: string }[];
    };
    readonly error?: { readonly code: number; readonly message: string };
  };
  /** Size of the recorded reply on the wire. */
  readonly bytes?: number;
}

export interface ReplayFixture {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly reply: ReplayedCall['reply'];
}

export interface Replay {
  /** Its `/mcp`, for a backend entry. */
  readonly url: string;
  /** Requests nothing was recorded for; a test that leaves any here has asked for something unknown. */
  readonly unmatched: string[];
  readonly calls: ReplayedCall[];
  close(): Promise<void>;
}

export interface ReplayOptions {
  /** Folders of fixtures, later ones over earlier; default: the recorded and the derived ones. */
  readonly folders?: readonly string[];
  /** Replies made by hand, over those of the folders. */
  readonly extra?: readonly ReplayFixture[];
  /** Switches bearer token protection on. */
  readonly key?: string;
  readonly port?: number;
  /** Version that initialize tells; default: the recorded one. */
  readonly version?: string;
}

export const netdataFixtures: string;
export function keyOf(tool: string, args: Readonly<Record<string, unknown>>): string;
export function startReplay(options?: ReplayOptions): Promise<Replay>;
