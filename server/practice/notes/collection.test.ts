import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalOf, onServer } from '#proofs/support/test-server.ts';

const NOTE = { title: 'Мысли', content: 'Десять слов о том, как прошла неделя.' };

onServer((server) => {
  test('NOTE-01 the date of a note is a calendar date at midnight UTC', async () => {
    const notes = (await server.practitioner()).pb.collection('blog_posts');
    for (const date of ['2026-11-21', '2026-11-21 00:00:00.000Z', '2026-11-21T18:30:00Z']) {
      assert.equal((await notes.create({ ...NOTE, date }))['date'], '2026-11-21 00:00:00.000Z', date);
    }
    const { id } = await notes.create({ ...NOTE, date: '2026-11-19' });
    assert.equal((await notes.update(id, { date: '2026-11-20 23:59:59' }))['date'], '2026-11-20 00:00:00.000Z');
  });

  test('NOTE-01 a note is found by what its reader sees, whatever it was typed and copied with', async () => {
    const { pb } = await server.practitioner();
    const notes = pb.collection('blog_posts');
    const content = 'Пришли в чайную, разговор довери\u00ADтельный: «Дар’я, пора».'.normalize('NFD');
    const { id } = await notes.create({ title: 'Чайная'.normalize('NFD'), content, date: '2026-11-21' });
    const stored = await notes.getOne(id);
    assert.equal(stored['content'], content.normalize());
    const found = async (field: string, text: string) =>
      (await notes.getFullList({ filter: pb.filter(`${field} ~ {:text}`, { text }) })).length;
    for (const text of ['чайную', 'ЧАЙНУЮ'.normalize('NFD'), 'доверительный', "дар'я", '"дарʼя', '\u200Bчайную']) {
      assert.equal(await found('content', text), 1, text);
    }
    assert.equal(await found('title', 'чайная'.normalize('NFD')), 1);
    assert.equal(await found('title', 'чаиная'), 0);
  });

  test('NOTE-01 short texts, a missing date and over-long texts are refused', async () => {
    const notes = (await server.practitioner()).pb.collection('blog_posts');
    const codesOf = async (values: Record<string, unknown>) =>
      (await refusalOf(notes.create({ ...NOTE, date: '2026-11-21', ...values }))).codes;
    assert.deepEqual(await codesOf({ title: 'М' }), { title: 'validation_min_text_constraint' });
    assert.deepEqual(await codesOf({ content: 'короткий' }), { content: 'validation_min_text_constraint' });
    assert.deepEqual(await codesOf({ date: '' }), { date: 'validation_required' });
    assert.deepEqual(await codesOf({ title: 'з'.repeat(301) }), { title: 'validation_max_text_constraint' });
    assert.deepEqual(await codesOf({ date: 'вчера' }), { date: 'validation_invalid_value' });
  });
});
