// A column that one name makes wider than this would push the others off the terminal.
const mostWidth = 48;
const gap = 2;

/**
 * Rows as lines: each column as wide as its widest cell, and at least as wide as told; what stands behind these
 * columns is joined with a space. A cell that is still too wide keeps a gap to the next one.
 */
export function alignColumns(
  rows: readonly (readonly string[])[],
  least: readonly number[],
): readonly string[] {
  const widths = least.map((width, column) =>
    rows.reduce((widest, row) => {
      const wanted = (row[column] ?? '').length + gap;
      return wanted > mostWidth ? widest : Math.max(widest, wanted);
    }, width),
  );
  return rows.map((row) => {
    const padded = widths.map((width, column) => {
      const cell = row[column] ?? '';
      return cell.length + gap > width ? cell + ' '.repeat(gap) : cell.padEnd(width);
    });
    return (padded.join('') + row.slice(widths.length).join(' ')).trimEnd();
  });
}
