/** Rows whose heights are known without measuring, so that none has to exist before it is seen. */
export interface RowIndex<T> {
  readonly count: number;
  /** Of all rows together. */
  readonly height: number;
  at(index: number): T;
  /** Top of a row; of one after the last, the whole height. */
  topOf(index: number): number;
  /** The first row that ends below this height; `count` when there is none. */
  indexAt(y: number): number;
}

export interface VisibleWindow {
  /** First row to draw. */
  readonly from: number;
  /** One after the last. */
  readonly to: number;
}

/** The rows between two heights and a few around them, so that fast scrolling shows no holes. */
export function visibleWindow(
  rows: RowIndex<unknown>,
  scrollTop: number,
  viewHeight: number,
  spare = 8,
): VisibleWindow {
  const from = Math.max(0, rows.indexAt(scrollTop) - spare);
  const to = Math.min(rows.count, rows.indexAt(scrollTop + viewHeight) + 1 + spare);
  return { from: Math.min(from, rows.count), to };
}
