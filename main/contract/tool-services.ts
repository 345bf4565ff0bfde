import type {
  SourceView,
  ToolDetailView,
  TryProgressView,
  TryResultView,
  UnitAboutView,
} from './tool-views.ts';

export interface TryRequest {
  /** Named by whoever asks, to cancel it and to know its progress. */
  readonly run: string;
  readonly unit: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What the window asks about one unit and its tools. */
export interface ToolServices {
  toolDetail(unit: string, tool: string): ToolDetailView;
  /** Through the loaded unit and the whole pipeline, as the client `toolmesh-window`. */
  tryTool(request: TryRequest): Promise<TryResultView>;
  cancelTry(run: string): void;
  /** What is tried of the unit begins again in its first state, as for a client that connects anew. */
  startOver(unit: string): void;
  onTryProgress(listener: (progress: TryProgressView) => void): () => void;
  unitAbout(unit: string): Promise<UnitAboutView>;
  /** Reads the files again; a unit that is fine is loaded afresh only when they changed. */
  reloadUnits(): Promise<void>;
  /** Where the unit's problem of this index is; undefined when it has no place. */
  problemSource(unit: string, problem: number): Promise<SourceView | undefined>;
  /** The file of that problem, of an error's glue, or the unit's own: the window names no path. */
  unitFile(unit: string, place?: { readonly problem: number } | { readonly glue: string }): string;
}
