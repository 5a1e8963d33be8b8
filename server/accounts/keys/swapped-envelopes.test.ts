import assert from 'node:assert/strict';
import { test } from 'node:test';
import { envelopeColumns, openRow } from '#server/ground/db/sealed-rows.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { sealedFields, SEALED_FIELDS, type SealedTable } from '#server/ground/sealing/envelope.ts';
import { forEachEngine, openTestDatabase } from '#proofs/support/engines.ts';
import { addPractitioner } from '#proofs/support/rows.ts';

const TABLES = Object.keys(SEALED_FIELDS) as SealedTable[];
const SWAPS = 100;

forEachEngine((engine) => {
  test('SEAL-01 of 100 envelopes put into another row, table or practice not one opens, and no text in clear', async () => {
    await using data = await openTestDatabase(engine);
    const { db } = data;
    const rows: { table: SealedTable; row: Record<string, unknown>; texts: object }[] = [];
    for (const user of [await addPractitioner(db), await addPractitioner(db)]) {
      for (let at = 0; at < 8; at += 1) {
        const table = TABLES[at % TABLES.length] ?? 'clients';
        const place = { table, id: newRecordId(), user };
        const texts = Object.fromEntries(sealedFields(table).map((name) => [name, `Текст ${user} ${at} ${name}`]));
        const row = { ...place, ...(await db.write((write) => envelopeColumns(write, place, texts))) };
        rows.push({ table, row, texts });
      }
    }
    const opened = async ({ table, row }: (typeof rows)[number]) => {
      const record: Record<string, unknown> = { ...(await openRow(db.read, table, row)) };
      return Object.fromEntries(sealedFields(table).flatMap((name) => (name in record ? [[name, record[name]]] : [])));
    };
    for (const one of rows) assert.deepEqual(await opened(one), one.texts);
    // A text in clear is none either, whatever the columns beside it say.
    const clear = [JSON.stringify({ description: 'Подделка' }), 'Подделка', Buffer.from('{}').toString('base64')];
    for (const one of rows) {
      for (const sealed of clear) {
        for (const seal_key of [0, one.row['seal_key']]) {
          assert.deepEqual(
            await opened({ ...one, row: { ...one.row, sealed, seal_key } }),
            {},
            `${one.table} ${sealed}`,
          );
        }
      }
    }
    let swaps = 0;
    for (const to of rows) {
      for (const from of rows) {
        if (to === from || swaps === SWAPS) continue;
        const { sealed, seal_key, sealed_fields } = from.row;
        const row = { ...to.row, sealed, seal_key, sealed_fields };
        assert.deepEqual(await opened({ ...to, row }), {}, `${from.table} in ${to.table}`);
        swaps += 1;
      }
    }
    assert.equal(swaps, SWAPS);
  });
});
