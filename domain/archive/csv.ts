/** Excel reads UTF-8 only after a byte order mark. */
export const CSV_MARK = '\uFEFF';

/** Excel keeps 32,767 characters of a cell and silently drops the rest. */
const LONGEST_CELL = 32_000;
const CUT = '… целиком в html/';
/** Half of a surrogate pair at the end of a cut text. */
const HALF = /[\uD800-\uDBFF]$/;

/** Spreadsheets treat a text that begins with one of these as a formula, and execute it. */
const OPERATORS = new Set('=+-@\uFF1D\uFF0B\uFF0D\uFF20');
/** Separators at which a program with other settings begins a new cell, where an operator would begin a formula. */
const SEPARATORS = new Set(';,|\t\r\n');
const SPACE = /[\s\0]/;
/** Phones need no guard: a number followed by a space and digits is no formula. */
const PHONE = /^\+\d[\d()-]*(?: [\d(][\d()-]*)+$/;
const QUOTED = /[;"\r\n,\t|]/;

/** A text, a number, or digits that a spreadsheet adds up: a minus in front of them is no formula. */
export type CsvCell = string | number | { sum: string };

/**
 * Returns a line of CSV for the Russian Excel, with the line end. Apostrophes keep texts from being executed as
 * formulas.
 */
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
 * Returns a text of which no part is a formula, whatever the separator: an apostrophe precedes each operator that would
 * begin one. `unguarded` returns the original text.
 */
export function guarded(text: string): string {
  return PHONE.test(text) ? text : atBeginnings(text, (apostrophes) => `'${apostrophes}`);
}

/** Removes the apostrophes that `guarded` inserted; returns a text without any unchanged. */
export function unguarded(text: string): string {
  return atBeginnings(text, (apostrophes) => apostrophes.slice(1));
}

/** Replaces the apostrophes (or none) between the beginning of a cell and an operator. */
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
