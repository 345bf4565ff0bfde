/** So many rows of a table are drawn at first, and more with each press. */
export const rowsAtOnce = 200;
