import type { DestinationStream } from 'pino';
import { openSecrets } from '#server/ground/secrets/secrets.ts';
import type { Config } from '#server/ground/config/config.ts';
import type { Context } from '#server/ground/context.ts';
import type { OpenDatabase } from '#server/ground/db/open-database.ts';
import { Quota } from '#server/ground/limits/quota.ts';
import { openLimits } from '#server/ground/limits/limits-store.ts';
import { createLog } from '#server/ground/process/log.ts';
import { Events } from '#server/ground/events/events.ts';

/** A clock that stands until it is moved. */
export interface TestClock {
  now: Temporal.Instant;
}

/** The part of a server's context that the sender of letters needs, with a clock to set and a log to read. */
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
    quota: new Quota(db, config.quotaMb),
    events: new Events(() => db.read),
    log: createLog({ logLevel: 'trace' }, destination),
    now: () => clock.now,
  };
}
