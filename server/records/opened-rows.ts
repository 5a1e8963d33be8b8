import { type AliasedRawBuilder, sql } from 'kysely';
import { fold } from '#domain/text/fold.ts';
import { dataKey, LOCKED } from '#server/ground/db/data-keys.ts';
import type { Database } from '#server/ground/db/database.ts';
import { type AnyRow, loose } from '#server/ground/db/query.ts';
import { decodeColumns } from '#server/ground/db/row-codec.ts';
import { columnsWithEnvelope, listedColumn, placeOf, textsWithoutEnvelope } from '#server/ground/db/sealed-rows.ts';
import { TABLES } from '#server/ground/db/tables.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import type { LongRead } from '#server/ground/limits/long-reads.ts';
import { filledWith, keyNumberOf, openJson, sealedFields, textsIn } from '#server/ground/sealing/envelope.ts';
import type { Collection } from '#server/records/collection.ts';
import { type Condition, refsOf, relationsOf } from '#server/records/filter/condition.ts';
import { type Candidate, matches, quickLook } from '#server/records/filter/filter-predicate.ts';
import { findManyOwned } from '#server/records/store.ts';

/** The records of an owner. */
export interface OwnedRows {
  db: Database;
  collection: Collection;
  owner: OwnerId;
}

/** Opens rows and compares their texts in memory, a few milliseconds at a time. */
export class OpenedRows {
  readonly #listing: OwnedRows;
  readonly #condition: Condition;
  readonly #read: LongRead;
  readonly #mayMatch: ReturnType<typeof quickLook>;
  readonly #related = new Map<string, AnyRow>();
  readonly #keys = new Map<number, Uint8Array | null>();

  constructor(listing: OwnedRows, condition: Condition, read: LongRead) {
    this.#listing = listing;
    this.#condition = condition;
    this.#read = read;
    this.#mayMatch = quickLook(condition, listing.collection);
  }

  /** The columns to read: whole rows take several times as long. */
  get columns(): AliasedRawBuilder<unknown, string>[] {
    const { name } = this.#listing.collection;
    const compared = refsOf(this.#condition).map(({ relation, column }) => relation?.column ?? column);
    const amongs = amongColumns(this.#condition);
    return columnsWithEnvelope(name, [...new Set([...compared, ...amongs, ...sealedFields(name)])])
      .filter((column) => column !== 'id')
      .map((column) => sql.raw(listedColumn(column)).as(column));
  }

  /** Returns those of the rows that match. */
  async matching(rows: readonly AnyRow[]): Promise<AnyRow[]> {
    await this.#readRelated(rows);
    const matching: AnyRow[] = [];
    for (const row of rows) {
      const isLong = row['sealed'] === null;
      if (isLong) await this.#read.waitTurn();
      const sealed = isLong ? await readEnvelope(this.#listing, row) : textOf(row['sealed']);
      const key = sealed === '' ? null : (this.#keys.get(keyNumberOf(sealed)) ?? (await this.#openKey(sealed)));
      const candidate = this.#candidate(row, sealed, key);
      const isMatch = isLong
        ? candidate && (await this.#matchesInTurns(this.#condition, candidate))
        : candidate && matches(this.#condition, candidate);
      if (isMatch) matching.push(row);
      if (this.#read.isDue) await this.#read.pause();
    }
    return matching;
  }

  /** `matches` with pauses between the comparisons, forty of which hold the thread for long in one long text. */
  async #matchesInTurns(condition: Condition, candidate: Candidate): Promise<boolean> {
    if (condition.kind !== 'and' && condition.kind !== 'or') return matches(condition, candidate);
    const isAnd = condition.kind === 'and';
    for (const item of condition.items) {
      if ((await this.#matchesInTurns(item, candidate)) !== isAnd) return !isAnd;
      if (this.#read.isDue) await this.#read.pause();
    }
    return isAnd;
  }

  /** Returns a row with its texts; null where a look at its text is enough to see that it does not match. */
  #candidate(stored: AnyRow, sealed: string, key: Uint8Array | null): Candidate | null {
    const { name } = this.#listing.collection;
    const related: Record<string, AnyRow | undefined> = {};
    for (const relation of relationsOf(this.#condition)) {
      related[relation.column] = this.#related.get(`${relation.to.name} ${String(stored[relation.column])}`);
    }
    const folded = new Map<string, string>();
    const folding = (text: string): string => folded.getOrInsertComputed(text, fold);
    const withTexts = (texts: object): Candidate => ({
      row: decodeColumns(name, { ...stored, ...texts }),
      related,
      fold: folding,
    });
    if (sealedFields(name).length === 0) return withTexts({});
    const texts = textsWithoutEnvelope(name, stored);
    if (texts) return withTexts(texts);
    const json = key && openJson(key, placeOf(name, stored), sealed);
    if (json !== null && !this.#mayMatch(json, () => withTexts({}))) return null;
    // A text that does not open is not empty, and matches no search.
    return withTexts(json === null ? filledWith(name, Number(stored['sealed_fields']), HIDDEN) : textsIn(name, json));
  }

  async #openKey(sealed: string): Promise<Uint8Array | null> {
    const number = keyNumberOf(sealed);
    const known = this.#keys.get(number);
    if (known !== undefined) return known;
    const { db, owner } = this.#listing;
    const key = await dataKey(db.read, owner, number);
    const opened = key === LOCKED ? null : key;
    this.#keys.set(number, opened);
    return opened;
  }

  async #readRelated(rows: readonly AnyRow[]): Promise<void> {
    const { owner, db } = this.#listing;
    for (const { column, to } of relationsOf(this.#condition)) {
      const ids = [...new Set(rows.map((row) => String(row[column])))].filter(
        (id) => id !== '' && !this.#related.has(`${to.name} ${id}`),
      );
      const found: AnyRow[] = await findManyOwned({ reader: db.read, engine: db.engine }, to.name, owner, ids);
      for (const row of found) this.#related.set(`${to.name} ${String(row['id'])}`, row);
    }
  }
}

/** Returns the envelope of a row, '' for a row that is gone. */
export async function readEnvelope({ db, collection, owner }: OwnedRows, { id }: AnyRow): Promise<string> {
  const [row] = await loose(db.read)
    .selectFrom<string>(collection.name)
    .select('sealed')
    .where('id', '=', String(id))
    .where(TABLES[collection.name].owner, '=', owner)
    .execute();
  return textOf(row?.['sealed']);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function amongColumns(condition: Condition): string[] {
  if (condition.kind === 'and' || condition.kind === 'or') return condition.items.flatMap(amongColumns);
  return condition.kind === 'among' ? [condition.column] : [];
}

/** A character of no text. */
const HIDDEN = '\uFFFF';
