import { issueToken } from '#server/accounts/tokens/tokens.ts';
import type { Context } from '#server/ground/context.ts';
import type { Database } from '#server/ground/db/database.ts';
import type { NewRow } from '#server/ground/db/schema.ts';
import { ownerId, type OwnerId } from '#server/ground/identity/actor.ts';
import {
  addPractitioner,
  bookingRow,
  clientRow,
  insertSealed,
  letterRow,
  seriesRow,
  sessionRow,
} from '#proofs/support/rows.ts';

/** A public key whose private key does not exist. */
const NO_KEY = Buffer.alloc(32, 9).toString('base64');

const STAMP = { created: '2026-11-21 09:00:00.000Z', updated: '2026-11-21 09:00:00.000Z' };

/** How many of each kind a planted practice has. */
const COUNT = 4;
const EACH = Array.from({ length: COUNT }, (_, at) => at);

/** The ids of a practice, existing or not. */
export interface PracticeIds {
  owner: OwnerId;
  profile: string;
  bookingHash: string;
  clients: readonly string[];
  series: readonly string[];
  skips: readonly string[];
  sessions: readonly string[];
  notes: readonly string[];
  templates: readonly string[];
  days: readonly string[];
  bookings: readonly string[];
  payments: readonly string[];
  letters: readonly string[];
  news: readonly string[];
  documents: readonly string[];
  consents: readonly string[];
  erasures: readonly string[];
  signIns: readonly string[];
}

/** Returns the ids of the practice with this name, existing or not; a name has at most five letters. */
export function practiceIds(name: string): PracticeIds {
  const id = (kind: string, at = 0) => id15(`${name}${kind}${at}`);
  const ids = (kind: string) => EACH.map((at) => id(kind, at));
  return {
    owner: ownerId(id('user')),
    profile: id('profile'),
    bookingHash: name.padEnd(32, 'h'),
    clients: ids('client'),
    series: ids('series'),
    skips: ids('skip'),
    sessions: ids('session'),
    notes: ids('note'),
    templates: ids('form'),
    days: ids('day'),
    bookings: ids('request'),
    payments: ids('paid'),
    letters: ids('letter'),
    news: ids('told'),
    documents: ids('text'),
    consents: ids('agreed'),
    erasures: ids('erased'),
    signIns: ids('device'),
  };
}

function id15(text: string): string {
  return text.padEnd(15, '0');
}

/** The marker in a planted practice's texts, which only its owner can read. */
export function secretOf(name: string): string {
  return `тайна-${name}`;
}

/** A licensed practice whose every row, id and stamp follows from its name: the same in any database. */
export async function plantPractice(
  db: Database,
  name: string,
  account: Partial<NewRow<'users'>> = {},
): Promise<PracticeIds> {
  const ids = practiceIds(name);
  const { owner } = ids;
  const secret = secretOf(name);
  await addPractitioner(
    db,
    { id: owner, email: `${name}@example.com`, name: 'Практика', token_key: name.repeat(10), ...account },
    {
      id: ids.profile,
      booking_hash: ids.bookingHash,
      license_key: `VALID_${secret}`,
      license_status: 'active',
      license_verified_at: STAMP.created,
      license_expires_at: '2027-11-21 09:00:00.000Z',
    },
  );
  const pick = (list: readonly string[], at: number) => list[at] ?? '';
  const own = { ...STAMP, user: owner };
  await db.write(async (write) => {
    const { trx } = write;
    await insertSealed(
      write,
      'clients',
      EACH.map((at) =>
        clientRow(owner, {
          id: pick(ids.clients, at),
          name: `${secret} ${at}`,
          phone: `+7 916 000-00-0${at}`,
          description: secret,
        }),
      ),
    );
    await trx
      .insertInto('series')
      .values(EACH.map((at) => seriesRow(owner, pick(ids.clients, at % 2), { id: pick(ids.series, at) })))
      .execute();
    await trx
      .insertInto('series_skips')
      .values(
        EACH.map((at) => ({
          ...own,
          id: pick(ids.skips, at),
          client: pick(ids.clients, at % 2),
          series: pick(ids.series, at),
          occurrence: '2026-11-30',
          reason: 'taken' as const,
        })),
      )
      .execute();
    await insertSealed(
      write,
      'sessions',
      EACH.map((at) =>
        sessionRow(owner, pick(ids.clients, at % 2), {
          id: pick(ids.sessions, at),
          date: `2026-10-0${at + 1} 06:00:00.000Z`,
          status: 'completed',
          news: secret,
          thoughts: secret,
        }),
      ),
    );
    await insertSealed(
      write,
      'blog_posts',
      EACH.map((at) => ({
        ...own,
        id: pick(ids.notes, at),
        title: secret,
        content: secret,
        date: `2026-11-0${at + 1} 00:00:00.000Z`,
      })),
    );
    await insertSealed(
      write,
      'templates',
      EACH.map((at) => ({ ...own, id: pick(ids.templates, at), name: `${secret} ${at}`, text: secret, position: at })),
    );
    await trx
      .insertInto('availability_settings')
      .values(
        EACH.map((at) => ({
          ...own,
          id: pick(ids.days, at),
          day_of_week: at + 1,
          start_time: '09:00',
          end_time: '18:00',
          is_available: 1,
          breaks: '[]',
        })),
      )
      .execute();
    await insertSealed(
      write,
      'booking',
      EACH.map((at) =>
        bookingRow(owner, {
          id: pick(ids.bookings, at),
          name: `${secret} ${at}`,
          message: secret,
          date: `2026-12-0${at + 1} 06:00:00.000Z`,
        }),
      ),
    );
    await insertSealed(
      write,
      'payments',
      EACH.map((at) => ({
        ...own,
        id: pick(ids.payments, at),
        client: pick(ids.clients, at % 2),
        session: at === 0 ? null : pick(ids.sessions, at),
        amount: 350_000 + at,
        paid_on: '2026-11-20',
        way: 'card' as const,
        note: secret,
      })),
    );
    await trx
      .insertInto('letters')
      .values(
        EACH.map((at) =>
          letterRow(owner, {
            id: pick(ids.letters, at),
            message_id: pick(ids.letters, at),
            client: pick(ids.clients, at % 2),
            session: pick(ids.sessions, at),
            reason: secret,
          }),
        ),
      )
      .execute();
    await trx
      .insertInto('news')
      .values(
        EACH.map((at) => ({
          ...own,
          id: pick(ids.news, at),
          kind: 'client_moved' as const,
          client: pick(ids.clients, at % 2),
          session: pick(ids.sessions, at),
          before: STAMP.created,
          after: STAMP.updated,
        })),
      )
      .execute();
    await trx
      .insertInto('consent_documents')
      .values(
        EACH.map((at) => ({
          ...own,
          id: pick(ids.documents, at),
          version: at + 1,
          title: secret,
          text: `${secret} ${at}`,
          hash: '0'.repeat(64),
          retired: at === COUNT - 1 ? null : STAMP.updated,
        })),
      )
      .execute();
    await trx
      .insertInto('consents')
      .values(
        EACH.map((at) => ({
          ...own,
          id: pick(ids.consents, at),
          document: pick(ids.documents, at),
          client: pick(ids.clients, at % 2),
          given_at: STAMP.created,
          manner: 'web' as const,
          address: secret,
          device: secret,
        })),
      )
      .execute();
    await trx
      .insertInto('erasures')
      .values(
        EACH.map((at) => ({
          ...own,
          id: pick(ids.erasures, at),
          client: id15(`${name}gone${at}`),
          reason: 'request' as const,
          kinds: JSON.stringify({ removed: {}, kept: {} }),
          mentions: JSON.stringify([pick(ids.notes, at)]),
          requests: '[]',
        })),
      )
      .execute();
    await trx
      .insertInto('sign_ins')
      .values(
        ids.signIns.map((id) => ({
          id,
          user: owner,
          created: STAMP.created,
          last_seen: STAMP.created,
          address: '203.0.113.7',
          device: secret,
          public_key: NO_KEY,
        })),
      )
      .execute();
  });
  return ids;
}

/** Returns a valid token of one of the planted sign-ins. */
export async function tokenOf(context: Context, { owner, signIns }: PracticeIds, at = 0): Promise<string> {
  const account = await context.db.read
    .selectFrom('users')
    .selectAll()
    .where('id', '=', owner)
    .executeTakeFirstOrThrow();
  return issueToken(context.secrets, 'auth', account, { jti: signIns[at] ?? '' }, context.now());
}
