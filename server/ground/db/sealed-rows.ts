import { LRUCache } from 'lru-cache';
import { badRequest } from '#domain/errors.ts';
import { LOST_TEXT } from '#domain/keys/keys.ts';
import type { Reader, Write } from '#server/ground/db/database.ts';
import { currentKey, type DataKey, dataKey, dataKeyName, KeyLocked, LOCKED } from '#server/ground/db/data-keys.ts';
import { keysInScope, readStrict } from '#server/ground/db/strict-keys.ts';
import { type AnyRow, loose } from '#server/ground/db/query.ts';
import { type Decoded, decodeColumns } from '#server/ground/db/row-codec.ts';
import { ENVELOPE, type RecordTable } from '#server/ground/db/tables.ts';
import {
  filledBits,
  filledWith,
  keyNumberOf,
  openTexts,
  sealedFields,
  sealTexts,
  sealTextsFor,
} from '#server/ground/sealing/envelope.ts';

const ENVELOPE_COLUMNS: ReadonlySet<string> = new Set(ENVELOPE);

/** The error for a text that cannot be opened. */
export const LOCKED_TEXT = { code: 'validation_locked', message: 'The texts of this record do not open.' };

/** Returns the columns to read for these fields of a record; sealed fields need the row's envelope. */
export function columnsWithEnvelope(table: RecordTable, fields: readonly string[]): string[] {
  const columns = fields.filter((field) => !sealedFields(table).includes(field));
  return columns.length === fields.length ? columns : [...new Set(['id', 'user', ...columns, ...ENVELOPE])];
}

/**
 * The longest envelope, in bytes, that is read with others, some 11,000 letters: 30 of them still fit into one
 * statement. A slice with longer ones would take a hundred megabytes.
 */
export const SHORT_ENVELOPE = 32 * 1024;

/** Returns the SQL of a column for a list: a longer envelope is null there, and read by itself afterwards. */
export function listedColumn(column: string): string {
  return column === 'sealed'
    ? `case when octet_length("sealed") <= ${SHORT_ENVELOPE} then "sealed" end`
    : `"${column}"`;
}

/**
 * Returns the records in stored rows. A text whose envelope cannot be opened is absent, never empty; so are all texts
 * of a row that was read without its envelope.
 */
export async function openRows<Table extends RecordTable>(
  reader: Reader,
  table: Table,
  rows: readonly Readonly<AnyRow>[],
): Promise<Decoded<Table>[]> {
  // The rows of one statement have the same columns.
  if (rows[0]?.['sealed'] === undefined) return rows.map((row) => decodeColumns(table, row));
  const opened: Decoded<Table>[] = [];
  const last: OpenedKey = { name: '', key: null };
  for (const row of rows) {
    const texts =
      textsWithoutEnvelope(table, row) ?? openedBy(last, table, row) ?? (await textsOfRow(reader, table, row, last));
    if (texts === null) reportUnreadable(table, row);
    opened.push(decodeColumns(table, withTexts(row, texts === LOCKED ? null : texts)));
  }
  return opened;
}

/** The same for one row. */
export async function openRow<Table extends RecordTable>(
  reader: Reader,
  table: Table,
  row: Readonly<AnyRow>,
): Promise<Decoded<Table>> {
  const [opened] = await openRows(reader, table, [row]);
  if (!opened) throw new Error('A row opens as one record.');
  return opened;
}

/** The same for a row that was just written with these values: texts that cannot be opened are returned as written. */
export async function openWritten<Table extends RecordTable>(
  reader: Reader,
  table: Table,
  row: Readonly<AnyRow>,
  written: Readonly<AnyRow>,
): Promise<Decoded<Table>> {
  const opened = await openRow(reader, table, row);
  const columns: Readonly<AnyRow> = opened;
  const absent = sealedFields(table).filter((name) => columns[name] === undefined && typeof written[name] === 'string');
  return absent.length === 0
    ? opened
    : { ...opened, ...Object.fromEntries(absent.map((name) => [name, written[name]])) };
}

/**
 * Returns the texts of a row without an envelope: empty ones, and the placeholder for lost ones; null for a row with an
 * envelope.
 */
export function textsWithoutEnvelope(table: string, row: Readonly<AnyRow>): Record<string, string> | null {
  if (row['seal_key'] !== 0 || row['sealed'] !== '') return null;
  return filledWith(table, Number(row['sealed_fields']), LOST_TEXT);
}

/** Returns the columns of a row with its texts instead of its envelope. */
function withTexts(row: Readonly<AnyRow>, texts: Readonly<Record<string, string>> | null): AnyRow {
  const columns: AnyRow = {};
  // Rest destructuring takes three times as long, for every record of a list.
  for (const name of Object.keys(row)) if (!ENVELOPE_COLUMNS.has(name)) columns[name] = row[name];
  return Object.assign(columns, texts);
}

/** The key of the previous row: most rows of a page have the same, and need no await of their own. */
interface OpenedKey {
  name: string;
  key: Uint8Array | null;
}

function openedBy({ name, key }: OpenedKey, table: string, row: Readonly<AnyRow>): Record<string, string> | null {
  const [sealed, place] = [String(row['sealed']), placeOf(table, row)];
  return key && name === dataKeyName(place.user, keyNumberOf(sealed)) ? openTexts(key, place, sealed) : null;
}

/**
 * Returns all sealed fields of a sealed row; null where its envelope cannot be opened at all, LOCKED where only its
 * practitioner can open it.
 */
async function textsOfRow(
  reader: Reader,
  table: string,
  row: Readonly<AnyRow>,
  last: OpenedKey,
): Promise<Record<string, string> | typeof LOCKED | null> {
  const [sealed, place] = [String(row['sealed']), placeOf(table, row)];
  for (const fresh of [false, true]) {
    const key = await dataKey(reader, place.user, keyNumberOf(sealed), { fresh });
    if (key === LOCKED) return LOCKED;
    const texts = key && openTexts(key, place, sealed);
    if (!texts) continue;
    Object.assign(last, { name: dataKeyName(place.user, keyNumberOf(sealed)), key });
    return texts;
  }
  return null;
}

/** Rows that were reported already: one line each is enough. */
const reported = new LRUCache<string, true>({ max: 1000 });

/** Reports the table and the id of the row and nothing else. */
function reportUnreadable(table: string, row: Readonly<AnyRow>): void {
  const name = `${table} ${String(row['id'])}`;
  if (reported.get(name)) return;
  reported.set(name, true);
  process.emitWarning('an envelope does not open', { code: 'KABINET_LOCKED', detail: name });
}

export function placeOf(table: string, row: Readonly<AnyRow>): { table: string; id: string; user: string } {
  return { table, id: String(row['id']), user: String(row['user']) };
}

/** Returns the columns of a new row, which are encoded already, with its texts in an envelope. */
export async function sealRow(write: Write, table: RecordTable, row: Readonly<AnyRow>): Promise<AnyRow> {
  if (sealedFields(table).length === 0) return { ...row };
  return { ...withoutTexts(table, row), ...(await envelopeColumns(write, placeOf(table, row), textsOf(table, row))) };
}

/** The same with a given key; the caller makes sure that it is still the newest one when the row is stored. */
export function sealRowUnder({ number, key }: DataKey, table: RecordTable, row: Readonly<AnyRow>): AnyRow {
  if (sealedFields(table).length === 0) return { ...row };
  const [columns, texts] = [withoutTexts(table, row), textsOf(table, row)];
  const bits = filledBits(table, texts);
  if (bits === 0) return { ...columns, ...NO_ENVELOPE };
  const sealed = sealTexts(key, number, placeOf(table, row), texts);
  return { ...columns, seal_key: number, sealed_fields: bits, sealed };
}

function withoutTexts(table: RecordTable, row: Readonly<AnyRow>): AnyRow {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !sealedFields(table).includes(name)));
}

function textsOf(table: RecordTable, row: Readonly<AnyRow>): Record<string, string> {
  return Object.fromEntries(sealedFields(table).map((name) => [name, textOf(row[name])]));
}

/**
 * Returns the encoded columns of a change, with a new envelope for its texts and the unchanged ones. `known` has those
 * that the caller read in this transaction. Throws a 400 where the present envelope cannot be opened, since its other
 * texts would be lost; others may replace all texts of a row that only its practitioner can open.
 */
export async function sealChanges(
  write: Write,
  table: RecordTable,
  place: { id: string; user: string },
  changes: Readonly<AnyRow>,
  known: Readonly<AnyRow> = {},
): Promise<AnyRow> {
  const fields = sealedFields(table);
  const changed = fields.filter((name) => changes[name] !== undefined);
  if (changed.length === 0) return { ...changes };
  const before = fields.every((name) => known[name] !== undefined) ? known : await readTexts(write, table, place);
  const missing = fields.filter((name) => before[name] === undefined);
  const isWhole = changed.length === fields.length;
  if (missing.length > 0 && !(isWhole && (await isForHolder(write, place.user)))) throw lockedTexts(changed);
  const texts = textsOf(table, { ...before, ...changes });
  return { ...withoutTexts(table, changes), ...(await envelopeColumns(write, { table, ...place }, texts)) };
}

/** Returns whether the caller is not the practitioner, and only the practitioner can open the texts. */
async function isForHolder({ trx }: Write, user: string): Promise<boolean> {
  return !keysInScope(user) && (await readStrict(trx, user)) !== null;
}

async function readTexts(
  { trx }: Write,
  table: RecordTable,
  { id, user }: { id: string; user: string },
): Promise<AnyRow> {
  const row = await loose(trx)
    .selectFrom<string>(table)
    .select(columnsWithEnvelope(table, sealedFields(table)))
    .where('id', '=', id)
    .where('user', '=', user)
    .executeTakeFirst();
  // The caller throws the 404 for a row that is gone.
  return row ? openRow(trx, table, row) : Object.fromEntries(sealedFields(table).map((name) => [name, '']));
}

function lockedTexts(names: readonly string[]): Error {
  return badRequest('Failed to store the texts.', Object.fromEntries(names.map((name) => [name, LOCKED_TEXT])));
}

/** Returns the columns of the envelope for these texts. Throws a 400 where they cannot be sealed. */
export async function envelopeColumns(
  write: Write,
  place: { table: string; id: string; user: string },
  texts: Readonly<Record<string, string>>,
): Promise<AnyRow> {
  const bits = filledBits(place.table, texts);
  if (bits === 0) return NO_ENVELOPE;
  const { number, sealed } = await sealedTexts(write, place, texts);
  return { seal_key: number, sealed_fields: bits, sealed };
}

/**
 * Seals with the practitioner's key. Where only the practitioner can open that key, others seal with its public key.
 */
async function sealedTexts(
  write: Write,
  place: { table: string; id: string; user: string },
  texts: Readonly<Record<string, string>>,
): Promise<{ number: number; sealed: string }> {
  try {
    const { number, key } = await currentKey(write, place.user);
    return { number, sealed: sealTexts(key, number, place, texts) };
  } catch (error) {
    if (!(error instanceof KeyLocked)) throw error;
    if (!error.sealForOwner || keysInScope(place.user)) {
      throw lockedTexts(Object.keys(texts).filter((name) => texts[name] !== ''));
    }
    const { number, publicKey } = error.sealForOwner;
    return { number, sealed: sealTextsFor(publicKey, number, place, texts) };
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The columns of a row without texts. */
export const NO_ENVELOPE = { seal_key: 0, sealed_fields: 0, sealed: '' } as const;
