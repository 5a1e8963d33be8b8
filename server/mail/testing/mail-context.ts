import type { DestinationStream } from 'pino';
import { printInstant } from '#domain/time/instant.ts';
import { openSecrets } from '#server/accounts/secrets.ts';
import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import type { OpenDatabase } from '#server/db/open-database.ts';
import { openLimits } from '#server/limits-store.ts';
import { createLog } from '#server/log.ts';
import { Events } from '#server/records/events.ts';

/** A clock that stands until it is moved. */
export interface TestClock {
  now: Temporal.Instant;
}

/** What the sender of letters needs of a server, with a clock to move and a log to read. */
export async function mailContext(
  db: OpenDatabase,
  config: Config,
  clock: TestClock,
  logged: string[] = [],
): Promise<Context> {
  const destination: DestinationStream = { write: (line) => void logged.push(line) };
  return {
    config,
    db,
    secrets: await openSecrets(config, db),
    limits: openLimits(db),
    events: new Events(),
    log: createLog({ logLevel: 'trace' }, destination),
    collections: [],
    now: () => clock.now,
    wakeOutbox: () => undefined,
  };
}

/** An account with its profile, as registration leaves them. */
export async function insertAccount(db: OpenDatabase, id: string, email: string, verified: 0 | 1): Promise<void> {
  const stamp = printInstant(Temporal.Now.instant());
  await db.write(async ({ trx }) => {
    await trx
      .insertInto('users')
      .values({
        id,
        email,
        email_key: email,
        emailVisibility: 0,
        verified,
        name: 'Анна',
        password_hash: '',
        token_key: 'token-key',
        created: stamp,
        updated: stamp,
      })
      .execute();
    await trx
      .insertInto('profiles')
      .values({
        id,
        user: id,
        name: 'Анна',
        booking_hash: `hash-${id}`,
        time_zone: 'Asia/Yekaterinburg',
        license_key: '',
        license_status: '',
        license_verified_at: '',
        license_expires_at: '',
        min_notice_minutes: 0,
        max_days_ahead: 180,
        buffer_minutes: 0,
        days_off: '[]',
        created: stamp,
        updated: stamp,
      })
      .execute();
  });
}
