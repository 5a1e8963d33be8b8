import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { findMentions } from '#server/data/erasures/find-mentions.ts';
import { forEachEngine, openTestDatabase } from '#proofs/support/engines.ts';
import { UNLIMITED } from '#proofs/support/test-server.ts';
import { LongRead } from '#server/ground/limits/long-reads.ts';
import { addPractitioner, insertSealed, STAMP } from '#proofs/support/rows.ts';

forEachEngine((engine) => {
  test('OWN-05 of notes with a word of the name the newest are named, few enough for a list of erasures', async () => {
    await using data = await openTestDatabase(engine);
    const owner = await addPractitioner(data.db);
    const notes = Array.from({ length: 230 }, (_, at) => ({
      ...STAMP,
      id: newRecordId(),
      user: owner,
      title: '',
      content: at % 23 === 0 ? 'Отпуск' : 'Анна',
      date: new Date(Date.UTC(2026, 0, 1) - at * 3_600_000).toISOString().replace('T', ' '),
    }));
    await data.db.write((write) => insertSealed(write, 'blog_posts', notes));
    const named = notes.filter(({ content }) => content === 'Анна').map(({ id }) => id);
    using read = new LongRead({ owner, limits: UNLIMITED });
    const found = await findMentions(data.db.read, owner, { found: (text) => text === 'Анна', read });
    assert.deepEqual(found, named.slice(0, 200));
  });
});
