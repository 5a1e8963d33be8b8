import assert from 'node:assert/strict';
import { copyFileSync, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Kysely, sql } from 'kysely';
import { migrate } from '#server/ground/db/migrate.ts';
import { connect } from '#server/ground/db/node-sqlite.ts';
import { ImmediateSqliteDialect } from '#server/ground/db/sqlite-kysely.ts';
import { contentsOf, counting, LATER_STEPS, migrateEarly } from '#proofs/faults/migration-crashes.ts';
import { openBare } from '#proofs/support/bare-database.ts';
import { onEngine } from '#proofs/support/engines.ts';
import { rounds } from '#proofs/support/long-form.ts';

/** Some in the suite, all in `npm run torture -- migrations`. */
const SQLITE_CRASHES_APART = rounds({ short: 12, long: 4 });
const POSTGRES_CRASHES = [15];

onEngine('sqlite', 'the next start finds the file as it was left', () => {
  test('a crash between statements of migrations is made good by the next start, and nothing is lost', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kabinet-migrations-'));
    const file = join(folder, 'kabinet.db');
    const open = (path: string): Kysely<unknown> =>
      new Kysely({ dialect: new ImmediateSqliteDialect(connect(path, 'write')) });
    const db = open(file);
    try {
      await migrateEarly(db, 'sqlite');
      let images = 0;
      // A killed process leaves the file and its log, without the shared memory.
      const crash = (ordinal: number): void => {
        images = ordinal;
        if (ordinal % SQLITE_CRASHES_APART !== 1) return;
        for (const end of ['', '-wal']) {
          if (existsSync(`${file}${end}`)) copyFileSync(`${file}${end}`, join(folder, `${ordinal}.db${end}`));
        }
      };
      await migrate(db.withPlugin(counting(crash)), 'sqlite', LATER_STEPS);
      assert.ok(images > 20);
      const expected = await contentsOf(db, 'sqlite');
      for (let ordinal = 1; ordinal <= images; ordinal += SQLITE_CRASHES_APART) {
        const image = open(join(folder, `${ordinal}.db`));
        await migrate(image, 'sqlite', LATER_STEPS);
        assert.deepEqual(await contentsOf(image, 'sqlite'), expected, `after statement ${ordinal}`);
        await image.destroy();
      }
    } finally {
      await db.destroy();
      await rm(folder, { recursive: true });
    }
  });
});

onEngine('postgres', 'another process may be waiting for the step', () => {
  test('a connection that is lost after a statement of a migration is made good by the next start', async () => {
    await using clean = await openBare('postgres');
    await migrateEarly(clean.db, 'postgres');
    await migrate(clean.db, 'postgres', LATER_STEPS);
    const expected = await contentsOf(clean.db, 'postgres');
    for (const crash of POSTGRES_CRASHES) {
      await using bare = await openBare('postgres');
      await migrateEarly(bare.db, 'postgres');
      const cut = async (ordinal: number): Promise<void> => {
        if (ordinal !== crash) return;
        await sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()
        `.execute(bare.db);
      };
      await assert.rejects(migrate(bare.db.withPlugin(counting(cut)), 'postgres', LATER_STEPS));
      await migrate(bare.db, 'postgres', LATER_STEPS);
      assert.deepEqual(await contentsOf(bare.db, 'postgres'), expected, `after statement ${crash}`);
    }
  });
});
