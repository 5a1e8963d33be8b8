import { directUrlOf } from '#server/data/backup/postgres-snapshot.ts';
import { readConfig } from '#server/ground/config/config.ts';
import { grantUse } from '#server/ground/db/grant-use.ts';
import { openPostgres } from '#server/ground/db/postgres.ts';
import { StartError } from '#server/ground/process/start-error.ts';
import type { Command } from '#server/operation/operator/command.ts';

export const migrate: Command = {
  name: 'migrate',
  args: ['ROLE'],
  summary:
    'the tables of DATABASE_URL, by the role that owns them, up to date and open to ROLE, as which the program runs',
  async run({ args: [role = ''], env, print }) {
    const url = directUrlOf(readConfig(env));
    if (url === null)
      throw new StartError('DATABASE_URL must be set: the PostgreSQL database, by the role that owns its tables.');
    const db = await openPostgres(url);
    try {
      const client = await db.connect();
      try {
        await grantUse(client, role);
      } finally {
        await client.end();
      }
    } finally {
      await db.close();
    }
    print({ role }, [`The tables are up to date, and ${role} reads and writes them.`]);
  },
};
