import type { ArchiveList } from '#domain/archive/columns.ts';
import type { Reader } from '#server/ground/db/database.ts';
import type { AnyRow } from '#server/ground/db/query.ts';
import { decodeRow } from '#server/ground/db/row-codec.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { clientKeyOf } from '#server/data/archive/check-rows.ts';

/** Whom an import must not bring back (OWN-02). Its lists come in their order: clients before what is about them. */
export class ErasedPeople {
  readonly #clients: ReadonlySet<unknown>;
  readonly #requests: Set<unknown>;
  readonly #keys = new Set<string>();

  private constructor(clients: ReadonlySet<unknown>, requests: Set<unknown>) {
    this.#clients = clients;
    this.#requests = requests;
  }

  static async read(reader: Reader, owner: OwnerId): Promise<ErasedPeople> {
    const rows = await reader.selectFrom('erasures').selectAll().where('user', '=', owner).execute();
    const requests = rows.flatMap((row) => decodeRow('erasures', row).requests as string[]);
    return new ErasedPeople(new Set(rows.map(({ client }) => client)), new Set(requests));
  }

  covers(list: ArchiveList, row: Readonly<AnyRow>): boolean {
    if (list === 'clients') {
      const isErased = this.#clients.has(row['id']);
      if (isErased) this.#keys.add(clientKeyOf(row));
      return isErased;
    }
    if (this.#clients.has(row['client'])) return true;
    if (list === 'booking') {
      const isErased = this.#requests.has(row['id']) || this.#keys.has(clientKeyOf(row));
      if (isErased) this.#requests.add(row['id']);
      return isErased;
    }
    return list === 'consents' && this.#requests.has(row['booking']);
  }
}
