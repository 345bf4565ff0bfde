/** A table as TOON writes it with the delimiter `|`, e.g. `[2|]{action|desc}:` and a line per row. */
export function toonTable(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const lines = rows.map((cells) => `  ${cells.map(cell).join('|')}`);
  return [`[${rows.length}|]{${columns.join('|')}}:`, ...lines].join('\n');
}

const numeric = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
const special = /[:"\\[\]{}|\u0000-\u001f]/;

function cell(text: string): string {
  const isPlain =
    text !== '' &&
    !/^[ \t]|[ \t]$/.test(text) &&
    !/^(?:true|false|null)$/.test(text) &&
    !numeric.test(text) &&
    !special.test(text) &&
    !/^[-#]/.test(text);
  return isPlain ? text : JSON.stringify(text);
}
