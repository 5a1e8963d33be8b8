import { CLIENT_RULES } from '#domain/clients/client-rules.ts';
import type { CsvColumns } from '#domain/csv-import/columns.ts';
import { BROKEN } from '#domain/csv-import/encoding.ts';
import type { CsvField, RowRemark, RowWhy } from '#domain/csv-import/report.ts';
import { firstMistake, type Mistake } from '#domain/rule.ts';
import { isBlank } from '#domain/text/clean-text.ts';
import { isStorable } from '#domain/text/is-storable.ts';

/** What a table says of a client. */
export type RowClient = Record<CsvField, string>;

const JOINED_BY: Record<CsvField, string> = { name: ' ', phone: ', ', email: ', ', description: '\n' };
const LINE_END = /\r\n?/g;

/** The apostrophe that keeps a table program from taking a text for a formula. */
const GUARD = /^'(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/;
const ROUNDED = /^\d([.,]\d+)?E\+?\d+$/i;

/** The client that a row is, by the rules of a client that is typed in, or why it is none. */
export function clientOfRow(
  cells: readonly string[],
  columns: CsvColumns,
): { client: RowClient; remarks: RowRemark[] } | { why: RowWhy } {
  const textOf = (field: CsvField): string =>
    columns[field]
      .map((at) => (cells[at] ?? '').replace(GUARD, ''))
      .filter((text) => !isBlank(text))
      .join(JOINED_BY[field]);
  // A name or a phone that a cell breaks into lines is one.
  const lineOf = (field: CsvField): string => textOf(field).replaceAll(/\s+/g, ' ');
  const description = textOf('description').replaceAll(LINE_END, '\n');
  const texts = { name: lineOf('name'), phone: lineOf('phone'), email: textOf('email'), description };
  if (!Object.values(texts).every(isStorable)) return { why: 'characters' };
  if (`${texts.name}${texts.phone}`.includes(BROKEN)) return { why: 'broken' };
  if (texts.name === '') return { why: 'name_missing' };
  if (texts.phone === '') return { why: 'phone_missing' };
  if (ROUNDED.test(texts.phone.trim())) return { why: 'phone_rounded' };
  for (const field of ['name', 'phone', 'description', 'email'] as const) {
    const { clean, checks } = CLIENT_RULES[field];
    texts[field] = clean(texts[field]);
    const mistake = firstMistake(checks, texts[field]);
    if (mistake) return { why: whyOf(field, mistake) };
  }
  return { client: texts, remarks: texts.description.includes(BROKEN) ? ['description_broken'] : [] };
}

function whyOf(field: CsvField, { code }: Mistake): RowWhy {
  if (field === 'description') return 'description_long';
  if (code === 'too_big') return `${field}_long`;
  if (field === 'email') return 'email_unreadable';
  return code === 'too_small' ? `${field}_short` : `${field}_unreadable`;
}
