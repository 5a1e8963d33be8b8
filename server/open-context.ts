import { forgetSecrets, openSecrets } from '#server/ground/secrets/secrets.ts';
import type { Config } from '#server/ground/config/config.ts';
import type { Context } from '#server/ground/context.ts';
import type { Database } from '#server/ground/db/database.ts';
import { isDamaged } from '#server/ground/db/errors.ts';
import type { Tables } from '#server/ground/db/migrate.ts';
import { type OpenDatabase, openDatabase } from '#server/ground/db/open-database.ts';
import { damagedFile } from '#server/ground/db/sqlite.ts';
import type { StorageDeps } from '#server/ground/db/storage.ts';
import { openKeys } from '#server/accounts/keys/open-keys.ts';
import { Quota } from '#server/ground/limits/quota.ts';
import { openLimits } from '#server/ground/limits/limits-store.ts';
import { openNodes } from '#server/ground/nodes/open-nodes.ts';
import type { Peers } from '#server/ground/nodes/peers.ts';
import { createLog } from '#server/ground/process/log.ts';

/** What tests put in place of single parts. */
export type Replaced = Partial<Pick<Context, 'now' | 'log' | 'limits'> & Pick<StorageDeps, 'roomAt'>>;

interface Opening {
  replace?: Replaced;
  tables: Tables;
}

export interface OpenContext {
  context: Context;
  db: OpenDatabase;
  /** Other processes with the same database; null where there can be none. */
  peers: Peers | null;
  /** Closes what was opened, once. */
  close: () => Promise<void>;
}

/** Opens the data and everything that belongs to it as long as it is open. */
export async function openContext(config: Config, { replace = {}, tables }: Opening): Promise<OpenContext> {
  const log = replace.log ?? createLog(config);
  const db = await openDatabase(config, { log, ...(replace.roomAt && { roomAt: replace.roomAt }) }, tables);
  const closing = [() => db.close()];
  const close = async (): Promise<void> => {
    while (closing.length > 0) await closing.pop()?.();
  };
  try {
    // Before the file counts as ours: an interrupted start begins again here.
    if (db.engine === 'sqlite' && db.wasReplaced) await voidTokens(config, db);
    // A node is counted before it reads its key: no change of the key file begins or ends in between.
    const nodes = await openNodes(db, log);
    closing.push(() => nodes.close());
    await openKeys(config, db, log);
    const context: Context = {
      config,
      db,
      secrets: await openSecrets(config, db),
      limits: replace.limits ?? openLimits(db),
      quota: new Quota(db, config.quotaMb),
      events: nodes.events,
      log,
      now: replace.now ?? (() => Temporal.Now.instant()),
    };
    return { context, db, peers: nodes.peers, close };
  } catch (error) {
    await close();
    throw isDamaged(error) ? damagedFile(config.dataDir) : error;
  }
}

/** Opens the data for one command. Nothing is sent from here: the running program, or the next one, does that. */
export async function openForCommand(config: Config, replace: Replaced = {}): Promise<OpenContext> {
  return openContext(config, {
    replace: { log: createLog({ logLevel: 'silent' }), ...replace },
    tables: 'as they are',
  });
}

/** An older copy would bring back devices signed out since then, and used links. */
async function voidTokens(config: Config, db: Database): Promise<void> {
  forgetSecrets(config.dataDir);
  await db.write(async ({ trx }) => {
    await trx.deleteFrom('sign_ins').execute();
    await trx.deleteFrom('waiting_sign_ins').execute();
    await trx.deleteFrom('invitations').execute();
  });
}
