import { emailKey } from '#domain/accounts/account.ts';
import { PROFILE_DEFAULTS } from '#domain/profiles/profile.ts';
import { printInstant } from '#domain/time/instant.ts';
import { hashPassword } from '#server/accounts/password.ts';
import type { Context } from '#server/context.ts';
import { type DemoPractice, demoPractice } from '#server/demo/practice.ts';
import { DEMO_PRACTITIONER } from '#server/demo/texts.ts';
import { furnishLetters } from '#server/demo/furnish-letters.ts';
import { besideSeries, furnishSeries } from '#server/demo/furnish-series.ts';
import { ownerId, type SignedIn } from '#server/identity/actor.ts';
import { newRecordId, randomText } from '#server/identity/record-id.ts';

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
  await context.db.write(async ({ trx }) => {
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
        created: stamp,
        updated: stamp,
      })
      .execute();
    for (const clients of inParts(practice.clients)) await trx.insertInto('clients').values(clients).execute();
    const { sessions: byHand, heldTime } = besideSeries(practice);
    for (const sessions of inParts(byHand)) await trx.insertInto('sessions').values(sessions).execute();
    await trx.insertInto('booking').values(practice.requests).execute();
    for (const held of inParts(heldTime)) await trx.insertInto('held_time').values(held).execute();
    await trx.insertInto('blog_posts').values(practice.notes).execute();
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
  return { bookingHash };
}

function inParts<Item>(rows: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, part) =>
    rows.slice(part * ROWS_AT_ONCE, (part + 1) * ROWS_AT_ONCE),
  );
}
