import type { z } from 'zod';
import { clientAddress, clientInput } from '#domain/clients/client.ts';
import type { CsvColumns } from '#domain/csv-import/columns.ts';
import type { CsvField, RowWhy } from '#domain/csv-import/report.ts';
import { isBlank } from '#domain/text/clean-text.ts';
import { isStorable } from '#domain/text/storable-text.ts';

/** What a table says of a client. */
const rowInput = clientInput.extend({ email: clientAddress.email });

export type RowClient = z.infer<typeof rowInput>;

const JOINED_BY: Record<CsvField, string> = { name: ' ', phone: ', ', email: ', ', description: '\n' };
const LINE_END = /\r\n?/g;

/** The apostrophe that keeps a table program from taking a text for a formula. */
const GUARD = /^'(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/;
const ROUNDED = /^\d([.,]\d+)?E\+?\d+$/i;

/** The client that a row is, by the rules of a client that is typed in, or why it is none. */
export function clientOfRow(cells: readonly string[], columns: CsvColumns): { client: RowClient } | { why: RowWhy } {
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
  if (texts.name === '') return { why: 'name_missing' };
  if (texts.phone === '') return { why: 'phone_missing' };
  if (ROUNDED.test(texts.phone.trim())) return { why: 'phone_rounded' };
  const { data, error } = rowInput.safeParse(texts);
  return data ? { client: data } : { why: whyOf(error.issues[0]) };
}

function whyOf(issue: z.core.$ZodIssue | undefined): RowWhy {
  const field = issue?.path[0];
  if (field !== 'name' && field !== 'phone' && field !== 'email') return 'description_long';
  if (issue?.code === 'too_big') return `${field}_long`;
  if (field === 'email') return 'email_unreadable';
  return issue?.code === 'too_small' ? `${field}_short` : `${field}_unreadable`;
}
