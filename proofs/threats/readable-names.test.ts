import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalOf, onServer } from '#proofs/support/test-server.ts';

const BLANK = '\u200B\u200B';
const REQUIRED = 'validation_required';
const NO_LETTER = 'validation_no_letter_or_digit';

onServer((server) => {
  test('API-04 what cannot be seen or read out is no name, title or phone', async () => {
    const { pb, owner } = await server.practitioner();
    const { id } = await pb.collection('profiles').getFirstListItem(pb.filter('user = {:owner}', { owner }));
    const person = { name: 'Анна', phone: '+7 916 555-01-02' };
    const note = { title: 'Мысли', content: 'Десять слов о неделе.', date: '2026-11-20' };
    const visit = { user: owner, ...person, date: '2026-12-07 06:00:00.000Z' };
    const calls: Record<string, (name: string) => Promise<unknown>> = {
      account: (name) => pb.collection('users').update(owner, { name }),
      profile: (name) => pb.collection('profiles').update(id, { name }),
      client: (name) => pb.collection('clients').create({ ...person, name }),
      phone: (phone) => pb.collection('clients').create({ ...person, phone }),
      note: (title) => pb.collection('blog_posts').create({ ...note, title }),
      visitor: (name) =>
        server
          .visitor()
          .collection('booking')
          .create({ ...visit, name }),
      'visitor’s phone': (phone) =>
        server
          .visitor()
          .collection('booking')
          .create({ ...visit, phone }),
    };
    for (const [what, call] of Object.entries(calls)) {
      assert.deepEqual(Object.values((await refusalOf(call(BLANK))).codes), [REQUIRED], what);
      assert.deepEqual(Object.values((await refusalOf(call('......'))).codes), [NO_LETTER], what);
    }
  });

  test('API-04 a text of marks alone, which takes long to compose, is refused unread', async () => {
    const { pb } = await server.practitioner();
    const marks = `и${'\u0301\u0316'.repeat(60_000)}`;
    const earlier = process.cpuUsage();
    for (const refused of [
      () => pb.collection('clients').create({ name: marks, phone: marks }),
      () => pb.collection('blog_posts').create({ title: marks, content: marks, date: '2026-11-20' }),
    ]) {
      const { codes } = await refusalOf(refused());
      assert.deepEqual(new Set(Object.values(codes)), new Set(['validation_max_text_constraint']));
    }
    assert.ok(process.cpuUsage(earlier).user < 3_000_000);
  });

  test('CLIENT-09 names and phones that look alike are one client', async () => {
    const { pb } = await server.practitioner();
    const clients = pb.collection('clients');
    const first = await clients.create({ name: '\u202EАнна', phone: '+7 916 555-01-02' });
    assert.equal(first['name'], 'Анна');
    const twin = clients.create({ name: 'Анна\u200B', phone: '+7 916\u2060 555-01-02' });
    assert.deepEqual((await refusalOf(twin)).codes, { name: 'validation_not_unique', phone: 'validation_not_unique' });
  });
});
