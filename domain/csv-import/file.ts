export const CSV_ENCODINGS = ['UTF-8', 'windows-1251', 'UTF-16LE', 'UTF-16BE'] as const;

export type CsvEncoding = (typeof CSV_ENCODINGS)[number];

/** As programs write them; a file without any has one column. */
export const CSV_SEPARATORS = [';', ',', '\t', '|'] as const;

export type CsvSeparator = (typeof CSV_SEPARATORS)[number];

/** Enough to judge a file by. */
export const SAMPLE_BYTES = 64 * 1024;
const SAMPLE_LINES = 100;

/** A workbook, a document and what else is chosen by mistake: their first bytes. */
const NO_TABLES = ['PK\u0003\u0004', '\u00D0\u00CF\u0011\u00E0', '%PDF', '{\\rtf', '\u0089PNG', '\u00FF\u00D8\u00FF'];

/** False for bytes that begin as another kind of file does. */
export function looksLikeTable(bytes: Uint8Array): boolean {
  const start = String.fromCharCode(...bytes.subarray(0, 4));
  return !NO_TABLES.some((other) => start.startsWith(other.slice(0, 4)));
}

/** By its mark, by the zeros of UTF-16, as UTF-8 if it is valid; what is left comes from Russian Windows. */
export function findEncoding(bytes: Uint8Array): CsvEncoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'UTF-16LE';
  if (first === 0xfe && second === 0xff) return 'UTF-16BE';
  const zeros = [0, 0] as [number, number];
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  for (let at = 0; at < sample.length; at += 1) if (sample[at] === 0) zeros[at % 2 === 0 ? 0 : 1] += 1;
  const [even, odd] = zeros;
  // A Latin letter, a digit and a separator have one zero, each on the same side; Cyrillic letters have none.
  const many = sample.length / 40;
  if (odd > many && odd > 10 * even) return 'UTF-16LE';
  if (even > many && even > 10 * odd) return 'UTF-16BE';
  return isUtf8(bytes) ? 'UTF-8' : 'windows-1251';
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
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

/** The first lines, without what stands in quotes, where separators and line ends mean nothing. */
function linesOf(text: string): string[] {
  const bare = text.replaceAll(/"[^"]*"/g, '');
  return bare
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
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
