import { emailKey } from '#domain/accounts/email.ts';
import type { ArchiveList } from '#domain/archive/columns.ts';
import { clientSearchText } from '#domain/clients/client.ts';
import { sortKey } from '#domain/text/sort-key.ts';
import type { DataKey } from '#server/ground/db/data-keys.ts';
import type { AnyRow } from '#server/ground/db/query.ts';
import { encodeRow } from '#server/ground/db/row-codec.ts';
import { sealRowUnder } from '#server/ground/db/sealed-rows.ts';
import type { StoredRows } from '#server/records/store-many.ts';
import { clientKeyOf } from '#server/data/archive/check-rows.ts';
import type { Spool } from '#server/data/archive/spool.ts';

/** Rows to store, with the line of the first one in its file. */
export interface CheckedPiece extends StoredRows {
  list: ArchiveList;
  line: number;
}

interface Place extends Omit<CheckedPiece, 'json'> {
  start: number;
  end: number;
}

/**
 * The checked rows of an archive in a spool, sealed: the transaction that stores them reads, checks and seals nothing,
 * because every other write may wait for it.
 */
export class CheckedRows {
  readonly #spool: Spool;
  readonly #key: DataKey;
  readonly #pieces: Place[] = [];

  constructor(spool: Spool, key: DataKey) {
    this.#spool = spool;
    this.#key = key;
  }

  /** The number of the key that the rows are sealed with. */
  get keyNumber(): number {
    return this.#key.number;
  }

  async add(list: ArchiveList, owner: string, line: number, rows: readonly Readonly<AnyRow>[]): Promise<void> {
    const whole = rows.map((row) =>
      sealRowUnder(this.#key, list, encodeRow(list, { ...row, ...computed(list, row), user: owner })),
    );
    const [first] = whole;
    if (!first) return;
    const start = this.#spool.size;
    await this.#spool.append(Buffer.from(JSON.stringify(whole)));
    this.#pieces.push({ list, line, columns: Object.keys(first), start, end: this.#spool.size });
  }

  /** Yields the pieces; the bytes of each are valid until the next one is requested. */
  async *read(): AsyncGenerator<CheckedPiece> {
    // One buffer for all pieces: allocating one for each took as long as storing it.
    const buffer = Buffer.allocUnsafe(Math.max(0, ...this.#pieces.map(({ start, end }) => end - start)));
    for (const { start, end, ...piece } of this.#pieces) {
      const json = buffer.subarray(0, end - start);
      await this.#spool.readInto(json, start);
      yield { ...piece, json };
    }
  }
}

/** Returns the columns that an archive leaves out because they follow from others. */
function computed(list: ArchiveList, row: Readonly<AnyRow>): AnyRow {
  const [name, phone] = [String(row['name']), String(row['phone'])];
  switch (list) {
    case 'clients':
      return {
        agreed: false,
        namesake: false,
        email_key: emailKey(String(row['email'])),
        identity_key: clientKeyOf(row),
        search_text: clientSearchText(name, phone),
        name_key: sortKey(name),
      };
    case 'booking':
      return { identity_key: clientKeyOf(row) };
    case 'series':
      return { answer: {} };
    default:
      return {};
  }
}
