import type { Transaction } from 'kysely';
import { emailKey } from '#domain/accounts/email.ts';
import { PROFILE_DEFAULTS } from '#domain/profiles/profile.ts';
import { printInstant } from '#domain/time/instant.ts';
import { hashPassword } from '#server/accounts/passwords/password.ts';
import type { Context } from '#server/ground/context.ts';
import { type DemoPractice, demoPractice } from '#demo/practice.ts';
import type { OldParts } from '#demo/old-practice.ts';
import { DEMO_PRACTITIONER } from '#demo/texts.ts';
import { furnishLetters } from '#demo/furnish-letters.ts';
import { furnishMoney } from '#demo/furnish-money.ts';
import { besideSeries, furnishSeries } from '#demo/furnish-series.ts';
import { type AnyRow, loose } from '#server/ground/db/query.ts';
import type { Schema } from '#server/ground/db/schema.ts';
import { sealRow } from '#server/ground/db/sealed-rows.ts';
import type { SealedTable } from '#server/ground/sealing/envelope.ts';
import { ownerId, type SignedIn } from '#server/ground/identity/actor.ts';
import { newRecordId, randomText } from '#server/ground/identity/record-id.ts';

/** Rows per statement: SQLite accepts 32,766 parameters. */
const ROWS_AT_ONCE = 500;

/** Fills an empty database with the demo practitioner, who signs in with this password, and a practice. */
export async function furnishDemo(
  context: Context,
  password: string,
  makePractice: (user: string, timeZone: string, now: Temporal.Instant) => DemoPractice = demoPractice,
): Promise<{ bookingHash: string }> {
  const now = context.now();
  const stamp = printInstant(now);
  const user = newRecordId();
  const bookingHash = randomText(32);
  const passwordHash = await hashPassword(password);
  const practice = makePractice(user, DEMO_PRACTITIONER.timeZone, now);
  await context.db.write(async (write) => {
    const { trx } = write;
    const { name, email, timeZone } = DEMO_PRACTITIONER;
    await trx
      .insertInto('users')
      .values({
        id: user,
        name,
        email,
        email_key: emailKey(email),
        emailVisibility: 0,
        verified: 1,
        password_hash: passwordHash,
        token_key: randomText(50),
        created: stamp,
        updated: stamp,
      })
      .execute();
    await trx
      .insertInto('profiles')
      .values({
        id: newRecordId(),
        user,
        name,
        booking_hash: bookingHash,
        time_zone: timeZone,
        license_key: 'VALID_DEMO',
        license_status: 'active',
        license_verified_at: stamp,
        license_expires_at: printInstant(now.add({ hours: 24 * 365 })),
        ...PROFILE_DEFAULTS,
        days_off: '[]',
        late_cancel: 'note',
        public_phone: '+7 (495) 120-45-67',
        place_address: 'Москва, Малый Козихинский пер., 4, кв. 12',
        place_link: 'https://telemost.yandex.ru/j/51204567',
        created: stamp,
        updated: stamp,
      })
      .execute();
    const addSealed = async (table: SealedTable, rows: readonly object[]): Promise<void> => {
      for (const part of inParts(rows)) {
        const sealed: AnyRow[] = [];
        for (const row of part) sealed.push(await sealRow(write, table, { ...row }));
        await loose(trx).insertInto<string>(table).values(sealed).execute();
      }
    };
    await addSealed('clients', practice.clients);
    if (practice.old) await addOldParts(trx, user, practice.old);
    const { sessions: byHand, heldTime } = besideSeries(practice);
    await addSealed('sessions', byHand);
    await addSealed('booking', practice.requests);
    for (const held of inParts(heldTime)) await trx.insertInto('held_time').values(held).execute();
    await addSealed('blog_posts', practice.notes);
    await trx.insertInto('availability_settings').values(practice.hours).execute();
  });
  const actor: SignedIn = {
    kind: 'user',
    owner: ownerId(user),
    signIn: '',
    expiresAt: 0,
    from: { address: '127.0.0.1', device: '' },
  };
  await furnishSeries(context, actor, practice);
  await furnishLetters(context, actor);
  await furnishMoney(context, actor);
  return { bookingHash };
}

function inParts<Item>(rows: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, part) =>
    rows.slice(part * ROWS_AT_ONCE, (part + 1) * ROWS_AT_ONCE),
  );
}

async function addOldParts(trx: Transaction<Schema>, user: string, old: OldParts): Promise<void> {
  await trx
    .updateTable('profiles')
    .set({ days_off: JSON.stringify(old.daysOff), ask_consent: 1 })
    .where('user', '=', user)
    .execute();
  await trx.insertInto('series').values(old.series).execute();
  await trx.insertInto('consent_documents').values(old.documents).execute();
  for (const part of inParts(old.consents)) await trx.insertInto('consents').values(part).execute();
  for (const part of inParts(old.journal)) await trx.insertInto('journal').values(part).execute();
}
