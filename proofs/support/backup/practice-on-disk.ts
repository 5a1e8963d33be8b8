import { join } from 'node:path';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { hashPassword } from '#server/accounts/passwords/password.ts';
import { openSqlite, type SqliteDatabase } from '#server/ground/db/sqlite.ts';
import { addPractitioner, clientRow, LICENSED } from '#proofs/support/rows.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';

export const EMAIL = 'anna@example.com';
export const PASSWORD = 'старый-пароль-1';

/** A data folder with one practitioner and any number of clients, and a folder next to it for backups. */
export interface PracticeOnDisk extends AsyncDisposable {
  owner: OwnerId;
  dataDir: string;
  /** Returns an unused path next to the data. */
  beside(name: string): string;
  /** Opens the data in this process. */
  open(): Promise<SqliteDatabase>;
}

export async function createPractice(clients = 0): Promise<PracticeOnDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-backup-'));
  const dataDir = join(folder, 'data');
  const db = await openSqlite(dataDir);
  const owner = await addPractitioner(db, { email: EMAIL, password_hash: await hashPassword(PASSWORD) }, LICENSED);
  const rows = Array.from({ length: clients }, (_, n) =>
    clientRow(owner, { name: `Клиент ${n}`, identity_key: null, source: 'Тайнопись '.repeat(200) }),
  );
  await db.write(async ({ trx }) => {
    for (let at = 0; at < rows.length; at += 500) {
      await trx
        .insertInto('clients')
        .values(rows.slice(at, at + 500))
        .execute();
    }
  });
  await db.close();
  return {
    owner,
    dataDir,
    beside: (name) => join(folder, name),
    open: () => openSqlite(dataDir),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
