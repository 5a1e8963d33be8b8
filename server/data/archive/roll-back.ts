import type { ArchiveList } from '#domain/archive/columns.ts';
import type { Context } from '#server/ground/context.ts';
import type { Database, Write } from '#server/ground/db/database.ts';
import { idList, ownerBesideIds } from '#server/ground/db/id-list.ts';
import { loose } from '#server/ground/db/loose-tables.ts';
import { type OwnerId, ownerId } from '#server/ground/identity/actor.ts';
import { describeError } from '#server/ground/process/log.ts';

/** Rows of a list, or clients that have an agreement since. */
export interface Piece {
  list: ArchiveList | 'agreed';
  ids: readonly string[];
}

/** Notes in the transaction that adds a piece what takes it back. */
export async function notePiece({ trx }: Write, owner: OwnerId, seq: number, { list, ids }: Piece): Promise<void> {
  await trx
    .insertInto('import_pieces')
    .values({ user: owner, seq, list, ids: JSON.stringify(ids) })
    .execute();
}

/** Makes all pieces stay. */
export async function keepPieces({ trx }: Write, owner: OwnerId): Promise<void> {
  await trx.deleteFrom('import_pieces').where('user', '=', owner).execute();
}

/**
 * Takes back the imports that a failure or the end of the program cut off. A failure of one is logged, and the next
 * call tries again.
 */
export async function rollBackImports({ db, log }: Pick<Context, 'db' | 'log'>): Promise<void> {
  const noted = await db.read.selectFrom('import_pieces').select('user').distinct().execute();
  for (const owner of new Set([...noted.map(({ user }) => user), ...(db.closed?.left() ?? [])])) {
    const closing = db.closed?.of(owner);
    if (closing && !closing.isLeft) continue;
    // No write may depend on rows that the rollback deletes.
    if (!closing && db.closed) db.closed.close(owner).isLeft = true;
    await rollBack(db, ownerId(owner)).catch((error: unknown) =>
      log.warn(describeError(error), 'an import waits to be taken back'),
    );
  }
}

/** Takes back the pieces of an import, the last one first, each in its own transaction, and opens the practice. */
export async function rollBack(db: Database, owner: OwnerId): Promise<void> {
  const within = db.closed?.of(owner);
  const takeBackLast = (): Promise<boolean> =>
    db.write(
      async (write) => {
        await write.lock(owner);
        const pieces = write.trx.selectFrom('import_pieces').where('user', '=', owner);
        const last = await pieces.selectAll().orderBy('seq', 'desc').limit(1).executeTakeFirst();
        if (!last) {
          // First the state of before, which keeps the log, and then the log.
          write.afterCommit(() => within?.open());
          write.erasesTexts();
          return false;
        }
        await takeBack(write, owner, last);
        await write.trx.deleteFrom('import_pieces').where('user', '=', owner).where('seq', '=', last.seq).execute();
        return true;
      },
      { evenWhenFull: true, within },
    );
  while (await takeBackLast());
}

async function takeBack({ trx, engine }: Write, owner: OwnerId, piece: { list: string; ids: string }): Promise<void> {
  const ids = idList(engine, JSON.parse(piece.ids) as string[]);
  const own = ownerBesideIds(engine, 'user');
  await (
    piece.list === 'agreed'
      ? trx.updateTable('clients').set({ agreed: 0 }).where('id', 'in', ids).where(own, '=', owner)
      : // A session and a request release their time with them.
        loose(trx).deleteFrom<string>(piece.list).where('id', 'in', ids).where(own, '=', owner)
  ).execute();
}
