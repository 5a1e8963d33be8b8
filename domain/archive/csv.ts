/** Excel reads UTF-8 only after this mark. */
export const CSV_MARK = '\uFEFF';

/** Tables take a text with one of these in front for a formula, and run it. */
const FORMULA = /^[\s\0]*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;
const QUOTED = /[;"\r\n,\t]/;

/** Prints a line for Excel in Russian: an apostrophe in front makes a text of what would be a formula. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(';')}\r\n`;
}

function csvCell(cell: string | number): string {
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return QUOTED.test(text) || text.trim() !== text ? `"${text.replaceAll('"', '""')}"` : text;
}
