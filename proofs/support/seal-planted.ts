import type { Database } from '#server/ground/db/database.ts';
import { loose } from '#server/ground/db/loose-tables.ts';
import { envelopeColumns, placeOf } from '#server/ground/db/sealed-rows.ts';
import { SEALED_FIELDS } from '#server/ground/sealing/envelope.ts';

/** Seals the texts of rows that were inserted past the program, a practitioner and table at a time. */
export async function sealPlanted(db: Database): Promise<void> {
  const users = await db.read.selectFrom('users').select('id').execute();
  for (const [table, fields] of Object.entries(SEALED_FIELDS)) {
    for (const { id: user } of users) {
      const rows = await loose(db.read)
        .selectFrom<string>(table)
        .select(['id', 'user', ...fields])
        .where('user', '=', user)
        .where('seal_key', '=', 0)
        .execute();
      await db.write(async (write) => {
        for (const row of rows) {
          const texts = Object.fromEntries(fields.map((name) => [name, String(row[name])]));
          await loose(write.trx)
            .updateTable<string>(table)
            .set(await envelopeColumns(write, placeOf(table, row), texts))
            .where('id', '=', String(row['id']))
            .execute();
        }
      });
    }
  }
}
