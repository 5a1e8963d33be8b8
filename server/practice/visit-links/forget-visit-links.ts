import { sql } from 'kysely';
import { printInstant } from '#domain/time/instant.ts';
import type { Context } from '#server/ground/context.ts';

/** So long after its visit a link still says that the visit is over. */
const KEPT = { hours: 90 * 24 };
const AT_ONCE = 500;

/** Deletes links to visits that are long over or gone. */
export async function forgetVisitLinks({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const before = printInstant(now().subtract(KEPT));
  // Few links are this old and lead to a visit that is not.
  const old = db.read
    .selectFrom('visit_links as link')
    .leftJoin('booking', (join) =>
      join.onRef('booking.user', '=', 'link.user').onRef('booking.id', '=', 'link.booking'),
    )
    .leftJoin('sessions', (join) =>
      join
        .onRef('sessions.user', '=', 'link.user')
        .on('sessions.id', '=', sql<string>`coalesce(link.session, booking.session)`),
    )
    .select('link.hash')
    .where('link.created', '<', before)
    .where((row) => row.or([row('booking.date', 'is', null), row('booking.date', '<', before)]))
    .where((row) => row.or([row('sessions.date', 'is', null), row('sessions.date', '<', before)]))
    .limit(AT_ONCE);
  for (let deleted = AT_ONCE; deleted === AT_ONCE;) {
    const { numDeletedRows } = await db.write(({ trx }) =>
      trx.deleteFrom('visit_links').where('hash', 'in', old).executeTakeFirstOrThrow(),
    );
    deleted = Number(numDeletedRows);
  }
}
