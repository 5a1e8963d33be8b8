import { sql } from 'kysely';
import type { Adoption, Said } from '#domain/letters/difference.ts';
import { printEpochMilliseconds } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import type { Engine, Reader } from '#server/ground/db/database.ts';
import { idList } from '#server/ground/db/query.ts';
import type { NewRow } from '#server/ground/db/schema.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import type { KnownMeeting } from '#server/practice/letters/told.ts';

export type Telling = Pick<KnownMeeting, 'session' | 'uid' | 'sequence'> & { said: Said; cancelled: boolean };

/**
 * Stores what a client was told by a page, by another session's meeting (`adopt`), or by a letter. A letter replaces
 * what its earlier hand-over told of the `replaced` meetings; sessions that a series added since, told with it without
 * a change of their own, stay.
 */
export async function rememberTold(
  { trx, engine }: { trx: Reader; engine: Engine },
  {
    owner,
    client,
    letter,
  }: { owner: OwnerId; client: string; letter: { id: string; replaced: readonly string[] } | null },
  told: readonly Telling[],
): Promise<void> {
  if (letter !== null && letter.replaced.length > 0) {
    await trx
      .deleteFrom('told')
      .where('user', '=', owner)
      .where('letter', '=', letter.id)
      // A meeting that its client knows by a deleted session is listed in `replaced` under that session's id.
      .where((row) =>
        row.or([row('session', 'in', idList(engine, letter.replaced)), row('uid', '!=', row.ref('session'))]),
      )
      .execute();
  }
  if (told.length === 0) return;
  const rows = told.map(({ session, uid, sequence, said, cancelled }): NewRow<'told'> => ({
    id: newRecordId(),
    user: owner,
    client,
    letter: letter?.id ?? null,
    session,
    uid,
    start: printEpochMilliseconds(said.startMs),
    duration: said.duration,
    place: said.place,
    cancelled: cancelled ? 1 : 0,
    sequence,
  }));
  await insertTold(trx, engine, rows);
}

/** Stores what clients were told. */
export async function insertTold(trx: Reader, engine: Engine, rows: readonly NewRow<'told'>[]): Promise<void> {
  if (rows.length <= FEW) {
    await trx
      .insertInto('told')
      .values([...rows])
      .execute();
    return;
  }
  const names = Object.keys(rows[0] ?? {});
  const columns = sql.join(names.map((name) => sql.ref(name)));
  const list = JSON.stringify(rows);
  await (
    engine === 'postgres'
      ? sql`insert into told (${columns}) select ${columns} from json_populate_recordset(null::told, cast(${list} as json))`
      : sql`
          insert into told (${columns})
          select ${sql.join(names.map((name) => sql`value ->> ${sql.lit(`$.${name}`)}`))} from json_each(${list})
        `
  ).execute(trx);
}

const FEW = 20;

/**
 * Makes sessions continue the meetings of deleted ones that the client knows (`known`), so that their calendar entry
 * stays. Rows of another client, to whom the deleted sessions belonged before, stay with those.
 */
export async function adopt(
  { write, owner }: Action,
  client: string,
  adoptions: readonly Adoption[],
  known: readonly KnownMeeting[],
): Promise<void> {
  const left: Telling[] = [];
  for (const { from, to } of adoptions) {
    // After the sequences with which the client was told of `to` itself.
    const after = known.find(({ session }) => session === to)?.sequence ?? 0;
    await write.trx
      .updateTable('told')
      .set({ session: to, sequence: sql<number>`sequence + ${sql.lit(after)}` })
      .where('user', '=', owner)
      .where('client', '=', client)
      .where('session', '=', from)
      .execute();
    const meeting = known.find(({ session }) => session === from);
    if (!meeting?.told) continue;
    const { sequence, told: said } = meeting;
    // Calendars know the other session by this UID now; if the deleted one is restored, it needs a new one.
    left.push({ session: from, uid: newRecordId(), sequence, said, cancelled: true });
  }
  await rememberTold(write, { owner, client, letter: null }, left);
}
