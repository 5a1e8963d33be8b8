import { emailKey } from '#domain/accounts/account.ts';
import type { ArchiveList } from '#domain/archive/columns.ts';
import { clientSearchText } from '#domain/clients/client.ts';
import type { AnyRow } from '#server/ground/db/loose-tables.ts';
import { encodeRow } from '#server/ground/db/row-codec.ts';
import { clientKeyOf } from '#server/data/archive/check-rows.ts';
import type { Spool } from '#server/data/archive/spool.ts';

/** Rows to store, with the line of the first in its file. */
export interface CheckedPiece {
  list: ArchiveList;
  line: number;
  ids: string[];
  /** A JSON list of whole rows as the tables hold them. */
  json: string;
}

interface Place extends Omit<CheckedPiece, 'json'> {
  start: number;
  end: number;
}

/** The checked rows of an archive in a spool: the transaction that stores them neither reads nor checks any more. */
export class CheckedRows {
  readonly #spool: Spool;
  readonly #pieces: Place[] = [];

  constructor(spool: Spool) {
    this.#spool = spool;
  }

  async add(list: ArchiveList, owner: string, line: number, rows: readonly Readonly<AnyRow>[]): Promise<void> {
    if (rows.length === 0) return;
    const whole = rows.map((row) => encodeRow(list, { ...row, ...computed(list, row), user: owner }));
    const start = this.#spool.size;
    await this.#spool.append(Buffer.from(JSON.stringify(whole)));
    this.#pieces.push({ list, line, ids: rows.map(({ id }) => String(id)), start, end: this.#spool.size });
  }

  /** The lists and ids of all rows, in their order. */
  get places(): readonly Pick<CheckedPiece, 'list' | 'ids'>[] {
    return this.#pieces;
  }

  async *read(): AsyncGenerator<CheckedPiece> {
    for (const { start, end, ...piece } of this.#pieces) {
      const bytes = await Array.fromAsync(this.#spool.read(start, end));
      yield { ...piece, json: Buffer.concat(bytes).toString() };
    }
  }
}

/** The columns that an archive leaves out. */
function computed(list: ArchiveList, row: Readonly<AnyRow>): AnyRow {
  const [name, phone] = [String(row['name']), String(row['phone'])];
  switch (list) {
    case 'clients':
      return {
        agreed: false,
        email_key: emailKey(String(row['email'])),
        identity_key: clientKeyOf(row),
        search_text: clientSearchText(name, phone),
      };
    case 'booking':
      return { identity_key: clientKeyOf(row) };
    case 'series':
      return { answer: {} };
    default:
      return {};
  }
}
