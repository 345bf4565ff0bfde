/** Something wrong with the glue, found when it was described. */
export interface GlueProblem {
  readonly message: string;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

export type GluePlace = Omit<GlueProblem, 'message'>;

/** A tool as the glue declares it, unchecked. */
export interface DeclaredTool {
  readonly form: 'describe()' | 'f';
  readonly raw: unknown;
  readonly place: GluePlace;
}
