import { fieldsByName } from '#domain/csv-import/column-names.ts';
import { emailsOf, isPhone, phonesOf } from '#domain/csv-import/cells.ts';
import { MORE_FIELDS, type MoreField } from '#domain/clients/client.ts';
import { CSV_FIELDS, CSV_LIMITS, type CsvField } from '#domain/csv-import/report.ts';
import { isBlank } from '#domain/text/clean-text.ts';

/**
 * The columns of each field, from 0. Names and descriptions are joined in this order; of phones and addresses the first
 * that a row has is the client's.
 */
export type CsvColumns = Record<CsvField, number[]> & Partial<Record<MoreField, number[]>>;

export interface FoundColumns {
  /** Which of the rows names the columns, from 0; -1 for none. */
  header: number;
  columns: CsvColumns;
  /** Columns that may hold the phones, where none of them is beyond doubt. */
  offered: number[];
}

type Rows = readonly (readonly string[])[];

/** A title, a date and empty rows stand before the names of columns, no more. */
const ROWS_BEFORE_HEADER = 20;
const ROWS_TO_JUDGE = 100;
const CELLS_TO_JUDGE = 1500;
const LONGEST_TO_JUDGE = 100;

const LOOKS_LIKE_PHONE = /^[\s'+(]*\d[\d\s().+-]{5,}$/;
const LOOKS_LIKE_NAME = /^\p{L}[\p{L}\s.'’-]+$/u;

/** Finds the columns by the rows; `header` says whether one of them names the columns, where that is known. */
export function findColumns(rows: Rows, header?: boolean): FoundColumns {
  const named = rows.slice(0, ROWS_BEFORE_HEADER).map((row) => fieldsByName(row));
  const complete = header === false ? -1 : named.findIndex(({ name, phone }) => name.length > 0 && phone.length > 0);
  // A title has one cell.
  const full = Math.max(
    0,
    rows.findIndex((row) => row.filter((cell) => !isBlank(cell)).length > 1),
  );
  const at = complete >= 0 ? complete : full;
  const first = rows[at] ?? [];
  const byName = header === false ? null : (named[at] ?? null);
  const isNamed =
    byName !== null &&
    [byName, byName.more]
      .flatMap((fields) => Object.values(fields))
      .some((columns) => Array.isArray(columns) && columns.length > 0);
  const sample = rows.slice(at + 1, at + 1 + ROWS_TO_JUDGE);
  const isHeader = rows.length > 0 && (header ?? (isNamed || (!first.some(isNumber) && sample.some(hasNumber))));
  const content = isHeader ? rows.slice(at + 1) : rows;
  return { header: isHeader ? at : -1, ...columnsOf(content, isHeader ? byName : null) };
}

/** The columns of rows without their header: by its names where their contents do not say otherwise, or by contents. */
function columnsOf(
  rows: Rows,
  byName: ReturnType<typeof fieldsByName> | null,
): Pick<FoundColumns, 'columns' | 'offered'> {
  const width = Math.max(0, ...rows.slice(0, ROWS_TO_JUDGE).map((row) => row.length));
  const judged = rows.slice(0, Math.min(ROWS_TO_JUDGE, Math.ceil(CELLS_TO_JUDGE / width)));
  // Whom to call in an emergency is not the client.
  const others = byName?.more.emergency ?? [];
  const contents = Array.from({ length: width }, (_, at) =>
    contentOf(others.includes(at) ? [] : judged.map((row) => row[at] ?? '')),
  );
  // A table of contacts has ten columns of phones, of which most are empty in all rows.
  const isUsed = (at: number): boolean => rows.some((row) => !isBlank(row[at] ?? ''));
  const used = (columns: readonly number[]): number[] => {
    const filled = columns.filter(isUsed);
    return filled.length > 0 ? filled : columns.slice(0, 1);
  };
  const holdsPhones = (at: number): boolean => {
    const { filled = 0, phones = 0 } = contents[at] ?? {};
    return filled === 0 || phones > 0;
  };
  const phone = used((byName?.phone ?? []).filter(holdsPhones));
  const likelyPhones = phone.length > 0 ? [] : phonesIn(contents, byName?.doubtful ?? []);
  const chosen = phone.length > 0 ? phone : likelyPhones;
  const email = byName?.email.length ? used(byName.email) : emailsIn(contents);
  const more = Object.values(byName?.more ?? {}).flat();
  const isTaken = (at: number): boolean => chosen.includes(at) || email.includes(at) || more.includes(at);
  const wholes = (byName?.name ?? []).filter((at) => !holdsOnlyNumbers(contents[at]) && !isTaken(at));
  const name = byName?.isWhole ? wholes.slice(0, 1) : wholes;
  return {
    columns: {
      name: name.length > 0 ? name : likely(contents, ({ names }, at) => (isTaken(at) ? 0 : names)),
      phone: chosen,
      email,
      description: byName?.description ?? [],
      ...byName?.more,
    },
    offered: chosen.length > 0 ? [] : contents.flatMap(({ phones }, at) => (phones > 0 ? [at] : [])),
  };
}

interface Content {
  filled: number;
  names: number;
  /** That can be dialled at all; of them with 10 digits and more; of them as Russian and international numbers are. */
  phones: number;
  long: number;
  sure: number;
  emails: number;
}

function contentOf(cells: readonly string[]): Content {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const judged = filled.filter(({ length }) => length <= LONGEST_TO_JUDGE);
  const count = (texts: readonly string[], pattern: RegExp): number =>
    texts.filter((text) => pattern.test(text)).length;
  const phones = judged.filter((cell) => /(?:\d\D*){5}/.test(cell) && phonesOf(cell).some(isPhone));
  const digits = phones.flatMap((cell) => {
    const [first = ''] = phonesOf(cell);
    return LOOKS_LIKE_PHONE.test(first) ? [first.replaceAll(/[^\d+]/g, '')] : [];
  });
  return {
    filled: filled.length,
    names: count(judged, LOOKS_LIKE_NAME),
    phones: phones.length,
    long: count(digits, /^\+?\d{10,15}$/),
    sure: count(digits, /^(?:\+\d{10,15}|[78]\d{10}|9\d{9})$/),
    emails: judged.filter((cell) => cell.includes('@') && emailsOf(cell).emails.length > 0).length,
  };
}

/** True for a phone without words. */
function isNumber(cell: string): boolean {
  if (cell.length > LONGEST_TO_JUDGE) return false;
  const [first = ''] = phonesOf(cell);
  return LOOKS_LIKE_PHONE.test(first) && isPhone(first);
}

function hasNumber(row: readonly string[]): boolean {
  return row.some(isNumber);
}

function holdsOnlyNumbers(content: Content | undefined): boolean {
  return content !== undefined && content.filled > 0 && content.long * 2 > content.filled;
}

/** The columns of phones by what they hold, the one with the most first; none where it is not beyond doubt. */
function phonesIn(contents: readonly Content[], doubtful: readonly number[]): number[] {
  const sure = likely(contents, (content) => content.sure);
  // What a name half promises, or one column alone has, is enough.
  const long = contents.flatMap(({ long: count }, at) => (count > 0 ? [at] : []));
  const named = doubtful.filter((at) => long.includes(at));
  const [best] = sure.length > 0 ? sure : named.length > 0 ? named : long.length === 1 ? long : [];
  if (best === undefined) return [];
  const others = contents.flatMap(({ filled, sure: count }, at) => (at !== best && count * 2 > filled ? [at] : []));
  return [best, ...others];
}

function emailsIn(contents: readonly Content[]): number[] {
  // A comment that happens to be an address makes no column of addresses.
  return likely(contents, ({ emails }) => emails).filter((at) => {
    const { filled = 0, emails = 0 } = contents[at] ?? {};
    return emails * 2 > filled;
  });
}

/** The first of the columns that have the most; none where no column has any. */
function likely(contents: readonly Content[], count: (content: Content, at: number) => number): number[] {
  const counts = contents.map(count);
  const most = Math.max(0, ...counts);
  return most > 0 ? [counts.indexOf(most)] : [];
}

const ALL_FIELDS = [...CSV_FIELDS, ...MORE_FIELDS];

/** 'name:0,phone:1,description:3', as the calls have it. */
export function printColumns(columns: CsvColumns): string {
  return ALL_FIELDS.flatMap((field) => (columns[field] ?? []).map((at) => `${field}:${at}`)).join(',');
}

/** Reads the same; null for another text. */
export function parseColumns(text: string): CsvColumns | null {
  const columns: CsvColumns = { name: [], phone: [], email: [], description: [] };
  for (const part of text === '' ? [] : text.split(',')) {
    const [, field, digits] = /^(\w+):(\d{1,3})$/.exec(part) ?? [];
    const known = ALL_FIELDS.find((name) => name === field);
    const at = Number(digits);
    if (!known || at >= CSV_LIMITS.columns || columns[known]?.includes(at)) return null;
    (columns[known] ??= []).push(at);
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
