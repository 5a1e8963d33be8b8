import { setImmediate as nextTurn } from 'node:timers/promises';
import { fold } from '#domain/text/fold.ts';
import { dataKey, LOCKED } from '#server/ground/db/data-keys.ts';
import { idList, ownerBesideIds } from '#server/ground/db/id-list.ts';
import { type AnyRow, loose } from '#server/ground/db/loose-tables.ts';
import { type BudgetedRead, tooMuch } from '#server/ground/db/read-budget.ts';
import { cpuMs } from '#server/ground/process/cpu-time.ts';
import { decodeColumns } from '#server/ground/db/row-codec.ts';
import { columnsWithEnvelope, placeOf } from '#server/ground/db/sealed-rows.ts';
import { bitOf, keyNumberOf, openJson, sealedFields, textsIn } from '#server/ground/sealing/envelope.ts';
import { refsOf, relationsOf } from '#server/records/filter/condition.ts';
import { type Candidate, matches } from '#server/records/filter/filter-predicate.ts';
import { quickLook, withoutTexts } from '#server/records/filter/sealed-condition.ts';
import { findCandidates, type Listing } from '#server/records/list-sql.ts';
import { findManyOwned } from '#server/records/store.ts';

/** Time of this thread after which others have their turn. */
const SLICE_MS = 5;
/** Bytes of envelopes and rows that one statement reads. */
const READ_AT_ONCE = { bytes: 256 * 1024, rows: 100 } as const;
/** Time of this thread that one request may take: 5,000 long texts in a slow hour of a small machine. */
const CPU_MS = 800;

interface Wanted {
  limit: number;
  offset: number;
  /** Whether all matches are counted. */
  total: boolean;
}

/**
 * Returns the ids of a page of records that match a condition on sealed texts, and the number of all matches, -1 where
 * it is not wanted. Opens the texts of one record after the other in the list's order, a few milliseconds at a time.
 */
export async function findSealed(
  listing: Listing,
  { limit, offset, total }: Wanted,
  read: BudgetedRead,
): Promise<{ ids: string[]; total: number }> {
  const { condition, collection } = listing;
  if (!condition) throw new Error('A list without a condition opens nothing.');
  const candidates = await findCandidates({ ...listing, condition: withoutTexts(condition, collection) }, read);
  const scan = new Scan(listing, read);
  const ids: string[] = [];
  let found = 0;
  for (const piece of piecesOf(candidates)) {
    for (const id of await scan.matching(piece)) {
      if (found >= offset && ids.length < limit) ids.push(id);
      found += 1;
    }
    if (!total && ids.length === limit) return { ids, total: -1 };
  }
  return { ids, total: total ? found : -1 };
}

function* piecesOf(candidates: readonly { id: string; bytes: number }[]): Generator<string[]> {
  let piece: string[] = [];
  let bytes = 0;
  for (const candidate of candidates) {
    piece.push(candidate.id);
    bytes += candidate.bytes;
    if (piece.length < READ_AT_ONCE.rows && bytes < READ_AT_ONCE.bytes) continue;
    yield piece;
    [piece, bytes] = [[], 0];
  }
  if (piece.length > 0) yield piece;
}

/** Opens and compares the records of one request. */
class Scan {
  readonly #listing: Listing;
  readonly #read: BudgetedRead;
  readonly #condition: NonNullable<Listing['condition']>;
  readonly #mayMatch: (json: string) => boolean;
  readonly #columns: readonly string[];
  readonly #related = new Map<string, AnyRow>();
  readonly #keys = new Map<number, Uint8Array | null>();
  #sliceBegan = performance.now();
  #cpuBegan = cpuMs();
  #spentMs = 0;

  constructor(listing: Listing, read: BudgetedRead) {
    this.#listing = listing;
    this.#read = read;
    this.#condition = listing.condition ?? { kind: 'always', value: true };
    this.#mayMatch = quickLook(this.#condition, listing.collection);
    // Whole rows take several times as long to read.
    const compared = refsOf(this.#condition).map(({ relation, column }) => relation?.column ?? column);
    const { name } = listing.collection;
    this.#columns = columnsWithEnvelope(name, [...new Set([...compared, ...sealedFields(name)])]);
  }

  /** Returns those of the ids whose records match, in the same order. */
  async matching(ids: readonly string[]): Promise<string[]> {
    const { collection, engine, owner } = this.#listing;
    const { reader } = this.#read;
    const rows = await loose(reader)
      .selectFrom<string>(collection.name)
      .select([...this.#columns])
      .where('id', 'in', idList(engine, ids))
      .where(ownerBesideIds(engine, collection.owner), '=', owner)
      .execute();
    await this.#readRelated(rows);
    await this.#openKeys(rows);
    const matching = new Set<unknown>();
    for (const row of rows) {
      if (this.#matches(row)) matching.add(row['id']);
      if (performance.now() - this.#sliceBegan > SLICE_MS) await this.#rest();
    }
    return ids.filter((id) => matching.has(id));
  }

  /** Others have their turn, however long that takes: nothing is waited for beyond it. */
  async #rest(): Promise<void> {
    this.#charge();
    await nextTurn();
    this.#sliceBegan = performance.now();
    this.#cpuBegan = cpuMs();
  }

  /** What others do between two slices is not this request's. */
  #charge(): void {
    const now = cpuMs();
    this.#spentMs += now - this.#cpuBegan;
    this.#cpuBegan = now;
    if (this.#spentMs > CPU_MS) throw tooMuch();
  }

  /** Called before each comparison: one record can take longer than a slice. */
  readonly #step = (): void => {
    if (performance.now() - this.#sliceBegan > SLICE_MS * 2) this.#charge();
  };

  #matches(stored: AnyRow): boolean {
    const { name } = this.#listing.collection;
    const { seal_key: number = 0, sealed_fields: bits, sealed = '', ...columns } = stored;
    let row: AnyRow = columns;
    if (sealed !== '' || number !== 0) {
      const key = this.#keys.get(keyNumberOf(String(sealed)));
      const json = key ? openJson(key, placeOf(name, stored), String(sealed)) : null;
      if (json !== null && !this.#mayMatch(json)) return false;
      row = { ...columns, ...(json === null ? hiddenTexts(name, Number(bits)) : textsIn(name, json)) };
    }
    const related: Record<string, AnyRow | undefined> = {};
    for (const relation of relationsOf(this.#condition)) {
      related[relation.column] = this.#related.get(`${relation.to.name} ${String(row[relation.column])}`);
    }
    const folded = new Map<string, string>();
    const folding = (text: string): string => {
      const known = folded.get(text) ?? fold(text);
      folded.set(text, known);
      return known;
    };
    const candidate: Candidate = { row: decodeColumns(name, row), related, fold: folding, step: this.#step };
    return matches(this.#condition, candidate);
  }

  async #openKeys(rows: readonly AnyRow[]): Promise<void> {
    for (const { sealed } of rows) {
      if (sealed === '') continue;
      const number = keyNumberOf(String(sealed));
      if (this.#keys.has(number)) continue;
      const key = await dataKey(this.#read.reader, this.#listing.owner, number);
      this.#keys.set(number, key === LOCKED ? null : key);
    }
  }

  async #readRelated(rows: readonly AnyRow[]): Promise<void> {
    const { owner, engine } = this.#listing;
    const { reader } = this.#read;
    for (const { column, to } of relationsOf(this.#condition)) {
      const ids = [...new Set(rows.map((row) => String(row[column])))].filter(
        (id) => id !== '' && !this.#related.has(`${to.name} ${id}`),
      );
      const found: AnyRow[] = await findManyOwned({ reader, engine }, to.name, owner, ids);
      for (const row of found) this.#related.set(`${to.name} ${String(row['id'])}`, row);
    }
  }
}

/** A character of no text. */
const HIDDEN = '\uFFFF';

/** A text that does not open is not empty, and has no word that somebody looks for. */
function hiddenTexts(table: string, bits: number): AnyRow {
  return Object.fromEntries(sealedFields(table).map((name) => [name, bits & bitOf(table, name) ? HIDDEN : '']));
}
