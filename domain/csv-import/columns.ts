import { isEmail } from '#domain/accounts/email.ts';
import { CSV_FIELDS, CSV_LIMITS, type CsvField } from '#domain/csv-import/report.ts';
import { isBlank } from '#domain/text/clean-text.ts';
import { fold } from '#domain/text/fold.ts';

/** The columns of each field, from 0, in the order in which their texts are joined. */
export type CsvColumns = Record<CsvField, number[]>;

/** A whole name before its parts: a table with both has it twice. */
const WHOLE_NAME =
  /^(фио|ф и о|клиент|пациент|контакт|имя клиента|фио клиента|полное имя|имя и фамилия|фамилия имя.*)$/;
const WHOLE_NAME_EN = /^(name|full name|fullname|client|client name|customer|customer name|contact|display name|fn)$/;
const NAME_PART = /^(фамилия|имя|отчество|first name|middle name|last name|surname|given name|family name)$/;
const PHONE =
  /^((контактный |мобильный |сотовый |домашний )?(телефон|тел|номер телефона)( клиента| \d+)?|мобильный|сотовый|моб|номер)$/;
const PHONE_EN = /^((mobile |cell |home |primary )?(phone|tel|telephone|mobile|cell)( number)?|phone \d+ value)$/;
const EMAIL = /^((эл|электронная) )?(почта|е ?mail|e ?mail|mail|имейл|емейл)( клиента| адрес| address| \d+( value)?)?$/;
const EMAIL_RU = /^адрес (эл|электронной) почты$/;
const DESCRIPTION = /^(описание|комментари[ий]|примечани[ея]|заметк[аи]|запрос|дополнительно|о клиенте)( .*)?$/;
const DESCRIPTION_EN = /^(description|notes?|comments?|remarks?|about|details)$/;

const LOOKS_LIKE_PHONE = /^[\s'+(]*\d[\d\s().+-]{5,}$/;
const LOOKS_LIKE_NAME = /^\p{L}[\p{L}\s.'’-]+$/u;

export interface FoundColumns {
  /** Which of the rows names the columns, from 0; -1 for none. */
  header: number;
  columns: CsvColumns;
}

/** A title, a date and empty rows stand before the names of columns, no more. */
const ROWS_BEFORE_HEADER = 20;

/** Finds the columns by the first rows; `header` says whether one of them names the columns, where that is known. */
export function findColumns(rows: readonly (readonly string[])[], header?: boolean): FoundColumns {
  const complete = header === false ? -1 : rows.slice(0, ROWS_BEFORE_HEADER).findIndex(namesClients);
  // A title has one cell.
  const full = Math.max(
    0,
    rows.findIndex((row) => row.filter((cell) => !isBlank(cell)).length > 1),
  );
  const at = complete >= 0 ? complete : full;
  const first = rows[at] ?? [];
  const byName = header === false ? null : namedColumns(first);
  if (byName && complete >= 0) return { header: complete, columns: byName };
  const isHeader =
    header ?? (byName !== null || (!first.some(isPhone) && rows.slice(at + 1).some((row) => row.some(isPhone))));
  const likely = likelyColumns(rows.slice(isHeader ? at + 1 : 0));
  return {
    header: isHeader && rows.length > 0 ? at : -1,
    columns: {
      name: byName?.name.length ? byName.name : likely.name.filter((column) => !byName?.phone.includes(column)),
      phone: byName?.phone.length ? byName.phone : likely.phone,
      email: byName?.email.length ? byName.email : likely.email,
      description: byName?.description ?? [],
    },
  };
}

function namesClients(row: readonly string[]): boolean {
  const columns = namedColumns(row);
  return columns !== null && isComplete(columns);
}

function isPhone(cell: string): boolean {
  return LOOKS_LIKE_PHONE.test(cell);
}

/** What the header says; null where it names nothing that is known. */
function namedColumns(header: readonly string[]): CsvColumns | null {
  const names = header.map((name) =>
    fold(name)
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  );
  const all = (...patterns: RegExp[]): number[] =>
    names.flatMap((name, at) => (patterns.some((pattern) => pattern.test(name)) ? [at] : []));
  const whole = all(WHOLE_NAME, WHOLE_NAME_EN).slice(0, 1);
  const parts = all(NAME_PART);
  const columns = {
    name: whole.length > 0 ? whole : parts,
    phone: all(PHONE, PHONE_EN).slice(0, 1),
    email: all(EMAIL, EMAIL_RU).slice(0, 1),
    description: all(DESCRIPTION, DESCRIPTION_EN),
  };
  return Object.values(columns).some((found) => found.length > 0) ? columns : null;
}

function likelyColumns(rows: readonly (readonly string[])[]): Omit<CsvColumns, 'description'> {
  const best = (fits: (cell: string) => boolean): number[] => {
    const counts: number[] = [];
    for (const row of rows) row.forEach((cell, at) => (counts[at] = (counts[at] ?? 0) + (fits(cell.trim()) ? 1 : 0)));
    const most = Math.max(0, ...counts);
    return most > 0 ? [counts.indexOf(most)] : [];
  };
  // A comment that happens to be an address would cost the other rows of its column.
  const email = best(isEmail).filter((at) =>
    rows.every((row) => isBlank(row[at] ?? '') || isEmail((row[at] ?? '').trim())),
  );
  return { name: best((cell) => LOOKS_LIKE_NAME.test(cell)), phone: best(isPhone), email };
}

/** 'name:0,phone:1,description:3', as the calls have it. */
export function printColumns(columns: CsvColumns): string {
  return CSV_FIELDS.flatMap((field) => columns[field].map((at) => `${field}:${at}`)).join(',');
}

/** Reads the same; null for another text. */
export function parseColumns(text: string): CsvColumns | null {
  const columns: CsvColumns = { name: [], phone: [], email: [], description: [] };
  for (const part of text === '' ? [] : text.split(',')) {
    const [, field, digits] = /^(\w+):(\d{1,3})$/.exec(part) ?? [];
    const known = CSV_FIELDS.find((name) => name === field);
    const at = Number(digits);
    if (!known || at >= CSV_LIMITS.columns || columns[known].includes(at)) return null;
    columns[known].push(at);
  }
  return columns;
}

/** Reads the same; null without a column for each field that a client needs, too. */
export function readColumns(text: string): CsvColumns | null {
  const columns = parseColumns(text);
  return columns && isComplete(columns) ? columns : null;
}

/** A client needs a name and a phone. */
export function isComplete({ name, phone }: CsvColumns): boolean {
  return name.length > 0 && phone.length > 0;
}
