/** Excel reads UTF-8 only after this mark. */
export const CSV_MARK = '\uFEFF';

/** Excel keeps 32,767 of a cell, and says nothing of the rest. */
const LONGEST_CELL = 32_000;
const CUT = '… целиком в html/';
/** Of a character that a cut has parted. */
const HALF = /[\uD800-\uDBFF]$/;

/** Tables take a text with one of these in front for a formula, and run it. */
const OPERATORS = new Set('=+-@\uFF1D\uFF0B\uFF0D\uFF20');
/** Separators at which a program with another setting begins a new cell, so that an operator behind one is a formula there. */
const SEPARATORS = new Set(';,|\t\r\n');
const SPACE = /[\s\0]/;
/** No formula: a space between digits is no operator. */
const PHONE = /^\+\d[\d()-]*(?: [\d(][\d()-]*)+$/;
const QUOTED = /[;"\r\n,\t|]/;

/** A text, a number, or digits that a table adds up: a minus in front of them is no formula. */
export type CsvCell = string | number | { sum: string };

/** Prints a line for Excel in Russian: an apostrophe in front makes a text of what would be a formula. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(';')}\r\n`;
}

function csvCell(cell: CsvCell): string {
  if (typeof cell === 'object') return cell.sum;
  if (typeof cell === 'number') return String(cell);
  const whole = cell.length > LONGEST_CELL ? `${cell.slice(0, LONGEST_CELL).replace(HALF, '')}${CUT}` : cell;
  const text = guarded(whole);
  return QUOTED.test(text) || text.trim() !== text ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Returns a text of which no part, whatever separator it is read with, is a formula: an apostrophe stands before each
 * sign that would begin one. `unguarded` returns the text as it was.
 */
export function guarded(text: string): string {
  return PHONE.test(text) ? text : atBeginnings(text, (apostrophes) => `'${apostrophes}`);
}

/** Takes the apostrophes away again that `guarded` has put in; a text without such comes back as it is. */
export function unguarded(text: string): string {
  return atBeginnings(text, (apostrophes) => apostrophes.slice(1));
}

/** Replaces the apostrophes, also none, between the beginning of a cell and an operator. */
function atBeginnings(text: string, change: (apostrophes: string) => string): string {
  let changed = '';
  let copied = 0;
  let isBeginning = true;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (isBeginning && (sign === "'" || OPERATORS.has(sign))) {
      let end = at;
      while (text.charAt(end) === "'") end += 1;
      if (OPERATORS.has(text.charAt(end))) {
        changed += text.slice(copied, at) + change(text.slice(at, end));
        copied = end;
      }
      at = Math.max(at, end - 1);
      isBeginning = false;
    } else isBeginning = SEPARATORS.has(sign) || (isBeginning && SPACE.test(sign));
  }
  return changed + text.slice(copied);
}
