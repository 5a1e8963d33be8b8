import assert from 'node:assert/strict';
import { after, before, beforeEach } from 'node:test';
import { forEachEngine } from '#proofs/support/engines.ts';
import { type LetterOffice, openLetterOffice } from '#proofs/support/letters/letter-office.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';
import { NOON } from '#proofs/support/test-server.ts';

forEachEngine((engine) => {
  const it = sameOnBoth(engine);
  let office: LetterOffice;
  before(async () => void (office = await openLetterOffice(engine)));
  after(() => office[Symbol.asyncDispose]());
  beforeEach(() => void (office.server.clock.now = NOON));

  it('LETTER-04 a letter dropped by both switches is planned anew by the one that lets it go', async () => {
    for (const order of ['all first', 'client first']) {
      const anna = await office.practitioner();
      const email = `${order.replace(' ', '-')}@example.org`;
      const client = await anna.client({ email });
      const { id } = await anna.pb.collection('profiles').getFirstListItem('');
      const all = async (client_letters: boolean) =>
        void (await anna.pb.collection('profiles').update(id, { client_letters }));
      const own = async (isOn: boolean) =>
        void (await anna.pb.collection('clients').update(client, { reminders: isOn ? 'email' : 'none' }));
      const switches = order === 'all first' ? [all, own] : [own, all];
      await anna.session(client, '2026-12-01 07:00:00.000Z');
      for (const turn of switches) await turn(false);
      for (const turn of switches) {
        assert.deepEqual(await anna.told("state = 'due'"), [], order);
        await turn(true);
      }
      await office.settle();
      const subjects = office.taken().flatMap(({ to, subject }) => (to === email ? [subject] : []));
      assert.deepEqual(subjects, ['Встреча 1 декабря, 10:00 (по Москве)'], order);
    }
  });
});
