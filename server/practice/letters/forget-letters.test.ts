import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { printInstant } from '#domain/time/instant.ts';
import type { NewRow } from '#server/ground/db/schema.ts';
import { forgetLetters } from '#server/practice/letters/forget-letters.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { type LetterOffice, openLetterOffice } from '#proofs/support/letters/letter-office.ts';
import { addBooking, letterRow, seriesRow } from '#proofs/support/rows.ts';
import { NOON } from '#proofs/support/test-server.ts';

const days = (count: number): string => printInstant(NOON.add({ hours: 24 * count }));

forEachEngine((engine) => {
  let office: LetterOffice;
  before(async () => void (office = await openLetterOffice(engine)));
  after(() => office[Symbol.asyncDispose]());

  test('LETTER-07 what was sent can be read for 400 days, a letter that was not needed for 30; one about a series as long as it told of a meeting since', async () => {
    const anna = await office.practitioner();
    const { db } = office.server.context;
    const client = await anna.client({ email: '' });
    const series = seriesRow(anna.owner, client);
    const sent = { client, state: 'sent', kind: 'session-planned' } as const;
    const unneeded = { client, state: 'dropped', kind: 'session-moved', start: days(20) } as const;
    const rows: [kept: boolean, values: Partial<NewRow<'letters'>>][] = [
      [true, { ...sent, start: days(-399) }],
      [false, { ...sent, start: days(-401) }],
      [false, { ...sent, start: days(-401), series: 'f'.repeat(15) }],
      [true, { ...sent, start: days(-401), series: series.id, kind: 'series-planned' }],
      [true, { ...unneeded, updated: days(-29) }],
      [false, { ...unneeded, updated: days(-31) }],
    ];
    const letters = rows.map(([kept, values]) => ({ kept, row: letterRow(anna.owner, values) }));
    await db.write(async ({ trx }) => {
      await trx.insertInto('series').values(series).execute();
      await trx
        .insertInto('letters')
        .values(letters.map(({ row }) => row))
        .execute();
      const told = { session: 'f'.repeat(15), uid: 'f'.repeat(15), duration: 60, place: '', cancelled: 0, sequence: 0 };
      const row = { ...told, id: 'f'.repeat(15), user: anna.owner, client, start: days(-399) };
      await trx
        .insertInto('told')
        .values({ ...row, letter: letters[3]?.row.id ?? null })
        .execute();
    });
    await forgetLetters(office.server.context);
    assert.deepEqual(
      new Set((await anna.letters()).map(({ id }) => id)),
      new Set(letters.flatMap(({ kept, row }) => (kept ? [row.id] : []))),
    );
  });

  test('LETTER-07 the letters of a client whose request is deleted stay in their order', async () => {
    const anna = await office.practitioner();
    const { db } = office.server.context;
    const client = await anna.client({ email: '' });
    const request = await addBooking(db, anna.owner, { client, status: 'confirmed' });
    const row = letterRow(anna.owner, { client, booking: request.id, kind: 'request-approved', updated: days(-90) });
    await db.write(({ trx }) => trx.insertInto('letters').values(row).execute());
    await anna.pb.collection('booking').delete(request.id);
    const stored = await db.read
      .selectFrom('letters')
      .select(['booking', 'updated'])
      .where('id', '=', row.id)
      .execute();
    assert.deepEqual(stored, [{ booking: null, updated: days(-90) }]);
  });
});
