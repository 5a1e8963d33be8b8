import type { Action } from '#server/ground/action.ts';
import { idList, ownerBesideIds } from '#server/ground/db/query.ts';
import { settleClient } from '#server/practice/money/read-money.ts';

/**
 * Stores the share of a package as the price of each session that the package covered; called before the client is
 * erased, with whom the sessions lose the package.
 */
export async function storePackageShares({ write, owner, now }: Action, client: string): Promise<void> {
  const { trx, engine } = write;
  const settled = await settleClient({ reader: trx, engine, owner }, client, now);
  const covered = settled?.sessions.filter(({ state }) => state === 'package') ?? [];
  for (const [price, sessions] of Map.groupBy(covered, ({ paid }) => paid)) {
    const ids = sessions.map(({ id }) => id);
    await trx
      .updateTable('sessions')
      .set({ price })
      .where('id', 'in', idList(engine, ids))
      .where(ownerBesideIds(engine, 'user'), '=', owner)
      .execute();
  }
}
