import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach } from 'node:test';
import { sql } from 'kysely';
import type { Engine } from '#server/ground/db/database.ts';
import type { OpenDatabase } from '#server/ground/db/open-database.ts';
import type { Limits } from '#server/ground/limits/limit-rules.ts';
import { openLimits } from '#server/ground/limits/limits-store.ts';
import { mailFolder } from '#server/ground/mail/letter-files.ts';
import { lettersTo } from '#proofs/support/accounts/letters.ts';
import { NOON, onServerWith, type TestServer } from '#proofs/support/test-server.ts';

/**
 * Declares the same tests for both engines on one server that each test finds as a new one: at noon, without accounts,
 * letters and counted attempts. A server of its own for each test takes longer than most of these tests.
 */
export function onEmptiedServer(declare: (server: TestServer, engine: Engine) => void): void {
  let counted: Limits | null = null;
  const limits: Limits = {
    take: async (...of) => counted?.take(...of),
    takeAll: async (...of) => counted?.takeAll(...of) ?? null,
    giveBack: async (...of) => counted?.giveBack(...of),
  };
  onServerWith({ replace: { limits } }, (server, engine) => {
    beforeEach(async () => {
      await empty(server, engine);
      // A server opens its own database, of which its context shows less.
      counted = openLimits(server.context.db as OpenDatabase);
    });
    declare(server, engine);
  });
}

async function empty({ context, clock }: TestServer, engine: Engine): Promise<void> {
  // A letter that is still on its way would arrive in the next test.
  await lettersTo(context, '');
  const folder = mailFolder(context.config.dataDir);
  const letters = () => readdir(folder).catch(() => []);
  // A letter whose row is gone may still be written: its file is renamed meanwhile.
  for (let names = await letters(); names.length > 0; names = await letters()) {
    await Promise.all(names.map((name) => rm(join(folder, name), { recursive: true, force: true })));
  }
  await context.db.write(async ({ trx }) => {
    await trx.deleteFrom('outbox').execute();
    // Some rows go with their account alone.
    await trx.updateTable('users').set({ deleted: '2026-11-21 09:00:00.000Z' }).execute();
    await trx.deleteFrom('users').execute();
    if (engine === 'postgres') await sql`delete from rate_limits`.execute(trx);
  });
  clock.now = NOON;
}
