import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { JournalPage } from '#domain/journal/journal.ts';
import { addClient, addSession } from '#proofs/support/rows.ts';
import { refusalOf, type TestPractitioner, onServer } from '#proofs/support/test-server.ts';
import type { OwnerId } from '#server/identity/actor.ts';

onServer((server) => {
  const read = ({ pb }: Pick<TestPractitioner, 'pb'>, query: Record<string, unknown> = {}): Promise<JournalPage> =>
    pb.send('/api/journal', { query });
  /** Waits for views, which are written after the response. */
  const viewed = async (owner: OwnerId, count: number): Promise<void> => {
    const views = server.context.db.read.selectFrom('journal').where('user', '=', owner).where('action', '=', 'view');
    for (let patience = 400; (await views.select('seq').execute()).length < count; patience -= 1) {
      assert.ok(patience > 0);
      await pause(5);
    }
  };

  test('AUTH-15 views are counted by the day, each day once, however the changes are paged', async () => {
    const practitioner = await server.practitioner();
    const { owner, pb } = practitioner;
    const days = async (query: Record<string, unknown>) =>
      (await read(practitioner, { views: 'by-day', ...query })).days;
    const [anna, boris] = [
      await addClient(server.context.db, owner),
      await addClient(server.context.db, owner, { name: 'Борис' }),
    ];
    const note = { title: 'Тема', content: 'О чём писать завтра', date: '2026-11-21' };
    const first = server.clock.now.toZonedDateTimeISO('Europe/Moscow').toPlainDate();
    const began = server.clock.now;
    for (const client of [anna, boris, anna]) await pb.collection('clients').getOne(client.id);
    await pb.collection('clients').getList();
    await viewed(owner, 3);
    await addSession(server.context.db, owner, anna.id);
    await pb.collection('sessions').getList();
    await viewed(owner, 4);
    // The second day has views alone, the third a change too.
    server.clock.now = began.add({ hours: 24 });
    const again = await server.signIn(practitioner);
    await again.pb.collection('clients').getOne(boris.id);
    await viewed(owner, 5);
    server.clock.now = began.add({ hours: 48 });
    await pb.collection('blog_posts').create(note);
    await pb.collection('clients').getOne(anna.id);
    await viewed(owner, 6);
    server.clock.now = began;

    const shown = [
      { day: first.add({ days: 2 }).toString(), clients: 1, lists: [], texts: 0 },
      { day: first.add({ days: 1 }).toString(), clients: 1, lists: [], texts: 0 },
      { day: first.toString(), clients: 2, lists: ['clients', 'sessions'], texts: 1 },
    ];
    const whole = await read(practitioner, { views: 'by-day' });
    assert.deepEqual(whole.days, shown);
    assert.ok(whole.items.every(({ action }) => action !== 'view' && action !== 'view_texts'));
    for (const perPage of [1, 2, whole.totalItems]) {
      const pages = Array.from({ length: Math.ceil(whole.totalItems / perPage) }, (_, at) =>
        days({ page: at + 1, perPage }),
      );
      assert.deepEqual((await Promise.all(pages)).flat(), shown, `${perPage} a page`);
    }
    for (const page of [2, 3]) assert.deepEqual(await days({ page, perPage: whole.totalItems }), []);
    assert.deepEqual(
      (await days({ client: anna.id })).map(({ day, clients, lists, texts }) => [day, clients, lists.length, texts]),
      [
        [shown[0]?.day, 1, 0, 0],
        [shown[2]?.day, 1, 0, 0],
      ],
    );
    const rows = await read(practitioner, { views: shown[2]?.day });
    assert.deepEqual(
      rows.items.map(({ subject, client }) => [subject, client]),
      [
        ['sessions', ''],
        ['clients', ''],
        ['clients', boris.id],
        ['clients', anna.id],
      ],
    );
    assert.equal((await refusalOf(pb.send('/api/journal?views=all', {}))).status, 400);
  });
});
