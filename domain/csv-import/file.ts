/** As programs write them; a file without any has one column. */
export const CSV_SEPARATORS = [';', ',', '\t', '|'] as const;

export type CsvSeparator = (typeof CSV_SEPARATORS)[number];

const SAMPLE_LINES = 100;

/** A workbook, a document and what else is chosen by mistake: their first bytes. */
const NO_TABLES = ['PK\u0003\u0004', '\u00D0\u00CF\u0011\u00E0', '%PDF', '{\\rtf', '\u0089PNG', '\u00FF\u00D8\u00FF'];

/** A page of the web, as which some programs save what they call a workbook. */
const PAGE = /^(?:\u00EF\u00BB\u00BF|\s)*<(?:!doctype|\?xml|html|head|meta|table)\b/i;

/** False for bytes that begin as another kind of file does. */
export function looksLikeTable(bytes: Uint8Array): boolean {
  const start = String.fromCharCode(...bytes.subarray(0, 64));
  return !PAGE.test(start) && !NO_TABLES.some((other) => start.startsWith(other.slice(0, 4)));
}

/** True for a file that gzip has packed. */
export function isPacked(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Excel's own first line `sep=;`, which belongs to no row; '' without one. */
export function separatorLine(text: string): string {
  return /^sep=.(?:\r\n|\n|\r)/i.exec(text)?.[0] ?? '';
}

/** The separator that splits the most lines of the beginning into the same number of columns. */
export function findSeparator(text: string): CsvSeparator {
  const named = CSV_SEPARATORS.find((separator) => separator === separatorLine(text)[4]);
  if (named) return named;
  const lines = linesOf(text);
  const scores = CSV_SEPARATORS.map((separator) => ({ separator, score: evenness(lines, separator) }));
  return scores.reduce((best, other) => (other.score > best.score ? other : best)).separator;
}

/** A cell in quotes, in which separators and line ends mean nothing; quotes within a text are its own. */
const QUOTED_CELL = /(^|[;,\t|\r\n])[^\S\t\r\n]*"(?:[^"\\]|""|\\[^])*"(?=[^\S\t\r\n]*(?:[;,\t|\r\n]|$))/g;

/** The first lines, without what stands in quotes. */
function linesOf(text: string): string[] {
  return text
    .replaceAll(QUOTED_CELL, '$1')
    .split(/[\r\n]+/)
    .filter((line) => /[^ ]/.test(line))
    .slice(0, SAMPLE_LINES);
}

function evenness(lines: readonly string[], separator: string): number {
  const byCount = new Map<number, number>();
  for (const line of lines) {
    const count = line.split(separator).length - 1;
    if (count > 0) byCount.set(count, (byCount.get(count) ?? 0) + 1);
  }
  // Of two that fit as many lines, the one with more columns.
  return Math.max(0, ...[...byCount].map(([count, fitting]) => fitting + count / (count + 1)));
}

/** Returns the sign before a quote within quotes: a second quote, or a backslash in a text that has no other. */
export function findEscape(text: string): '"' | '\\' {
  // A backslash at the end of a cell is the last sign of a path.
  const isBackslash = /\\"(?!\s*(?:[;,\t|\r\n]|$))/.test(text) && !/[^;,\t|\r\n\\]""/.test(text);
  return isBackslash ? '\\' : '"';
}
