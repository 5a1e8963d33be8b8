import { createHash, randomBytes } from 'node:crypto';
import { printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import type { Reader } from '#server/ground/db/database.ts';
import type { Row } from '#server/ground/db/schema.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { sql } from 'kysely';
import type { Context } from '#server/ground/context.ts';

/** What a link opens: a session or a request. */
export type Opened = { session: string } | { booking: string };

export type NewVisitLink = { token: string } & Opened;

const TOKEN_BYTES = 16;
const TOKEN = /^[\w-]{22}$/;

export function newVisitToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Stores a link with the hash of its token, so that the database does not reveal the token. */
export async function storeVisitLink(
  trx: Reader,
  of: { owner: OwnerId; now: Temporal.Instant },
  link: NewVisitLink,
): Promise<void> {
  await storeVisitLinks(trx, of, [link]);
}

export async function storeVisitLinks(
  trx: Reader,
  { owner, now }: { owner: OwnerId; now: Temporal.Instant },
  links: readonly NewVisitLink[],
): Promise<void> {
  if (links.length === 0) return;
  const created = printInstant(now);
  const rows = links.map(({ token, ...opened }) => ({ ...opened, hash: hashOf(token), user: owner, created }));
  await trx.insertInto('visit_links').values(rows).execute();
}

/** Returns the path of a visit's page; the token is in the fragment, which is not sent to servers. */
export function visitPath(token: string): string {
  return `/visit#token=${token}`;
}

/** Returns the link with this token; null if it is unknown or revoked. */
export async function findVisitLink(reader: Reader, token: string): Promise<Row<'visit_links'> | null> {
  if (!TOKEN.test(token)) return null;
  const link = await reader
    .selectFrom('visit_links')
    .selectAll()
    .where('hash', '=', hashOf(token))
    .where('revoked', 'is', null)
    .executeTakeFirst();
  return link ?? null;
}

/** Returns whether a valid link opens a session, or the request from which it was created. */
export async function hasVisitLink(reader: Reader, owner: OwnerId, session: string): Promise<boolean> {
  const link = await reader
    .selectFrom('visit_links')
    .select('hash')
    .where('user', '=', owner)
    .where('revoked', 'is', null)
    .where((row) => row.or([row('session', '=', session), row('booking', 'in', requestsOf(reader, owner, session))]))
    .limit(1)
    .executeTakeFirst();
  return link !== undefined;
}

function requestsOf(reader: Reader, owner: OwnerId, session: string) {
  return reader.selectFrom('booking').select('id').where('user', '=', owner).where('session', '=', session);
}

/** Revokes every link to a session, including those of the request from which it was created. */
export async function revokeVisitLinks({ write, owner, now }: Action, session: string): Promise<void> {
  const { trx } = write;
  const open = trx
    .updateTable('visit_links')
    .set({ revoked: printInstant(now) })
    .where('user', '=', owner)
    .where('revoked', 'is', null);
  await open.where('session', '=', session).execute();
  await open.where('booking', 'in', requestsOf(trx, owner, session)).execute();
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** How long after its visit a link still shows that the visit is over. */
const KEPT = { hours: 90 * 24 };
const AT_ONCE = 500;

/** Deletes links to visits that are long over or deleted. */
export async function forgetVisitLinks({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const before = printInstant(now().subtract(KEPT));
  // Few links are this old without belonging to such a visit.
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
