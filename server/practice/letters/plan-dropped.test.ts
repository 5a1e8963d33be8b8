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

  it('LETTER-02 a rejection dropped by the practice’s switch is told once letters are on again, one taken back is not', async () => {
    const anna = await office.practitioner();
    const { id } = await anna.pb.collection('profiles').getFirstListItem('');
    const ask = async (email: string, start: string) => {
      const body = { name: 'Олег', phone: '+7 916 555-10-01', start, email };
      const path = `/api/booking-page/${anna.bookingHash}`;
      const request = await office.server.visitor().send<{ id: string }>(path, { method: 'POST', body });
      await anna.pb.send(`/api/booking/${request.id}/reject`, { method: 'POST' });
      return request.id;
    };
    await ask('rejected@example.org', '2026-12-07T07:00:00Z');
    const taken = await ask('silently@example.org', '2026-12-08T07:00:00Z');
    await anna.pb.collection('booking').update(taken, { status: 'pending' });
    await anna.pb.send(`/api/booking/${taken}/reject`, { method: 'POST', query: { silent: true } });
    for (let times = 0; times < 2; times += 1) {
      for (const client_letters of [false, true]) await anna.pb.collection('profiles').update(id, { client_letters });
    }
    await office.settle();
    const rejected = office.taken().filter(({ subject }) => subject === 'Не получилось записать');
    assert.deepEqual(
      rejected.map(({ to }) => to),
      ['rejected@example.org'],
    );
  });
});
