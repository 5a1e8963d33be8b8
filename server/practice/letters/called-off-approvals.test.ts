import assert from 'node:assert/strict';
import { after, before, beforeEach } from 'node:test';
import { forEachEngine } from '#proofs/support/engines.ts';
import { type LetterOffice, openLetterOffice } from '#proofs/support/letters/letter-office.ts';
import { NOON } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const SILENT = { query: { silent: true } };
const REJECTED = 'Не получилось записать';

forEachEngine((engine) => {
  const it = sameOnBoth(engine);
  let office: LetterOffice;
  before(async () => void (office = await openLetterOffice(engine)));
  after(() => office[Symbol.asyncDispose]());
  beforeEach(() => void (office.server.clock.now = NOON));

  let visitors = 0;
  /** A visitor who was told that their request was received, and what they are told after that. */
  const asked = async () => {
    const anna = await office.practitioner();
    visitors += 1;
    const email = `off${visitors}@example.org`;
    const body = { name: 'Олег Смирнов', phone: '+7 916 555-00-01', start: '2026-11-30T06:00:00Z', email };
    const path = `/api/booking-page/${anna.bookingHash}`;
    const { id } = await office.server.visitor().send<{ id: string }>(path, { method: 'POST', body });
    await office.settle();
    const answer = (what: string, options: object = {}) =>
      anna.pb.send(`/api/booking/${id}/${what}`, { method: 'POST', body: {}, ...options });
    let seen = 0;
    const told = async (by: Temporal.DurationLike = { minutes: 6 }): Promise<string[]> => {
      await office.advance(by);
      const all = office.taken().filter(({ to }) => to === email);
      const fresh = all.slice(seen).map(({ subject }) => subject);
      seen = all.length;
      return fresh;
    };
    assert.deepEqual(await told({ seconds: 0 }), ['Заявка получена: встреча 30 ноября, 09:00 (по Москве)']);
    return { anna, id, answer, told, email, sessions: anna.pb.collection('sessions') };
  };

  it('LETTER-02 LETTER-04 an approval that is called off or deleted before its letter left is told as a refusal, once', async () => {
    for (const press of ['canceled', 'reserved and canceled', 'deleted', 'moved and deleted'] as const) {
      const { answer, told, sessions, email } = await asked();
      const { session } = await answer('approve');
      await office.advance({ seconds: 60 });
      if (press === 'reserved and canceled') await sessions.update(session.id, { status: 'reserved' });
      if (press === 'moved and deleted') await sessions.update(session.id, { date: '2026-12-02 06:00:00.000Z' });
      await office.advance({ seconds: 30 });
      if (press.endsWith('canceled')) await sessions.update(session.id, { status: 'canceled' });
      else await sessions.delete(session.id);
      assert.deepEqual(await told(), [REJECTED], press);
      const letter = office.taken().findLast(({ to }) => to === email);
      assert.match(letter?.text ?? '', /30 ноября, 09:00 .*встретиться не получится/);
      assert.match(letter?.text ?? '', /^Выбрать другое время:$/m);
      assert.equal(letter?.calendar, '');
      if (press !== 'canceled') continue;
      await sessions.delete(session.id);
      assert.deepEqual(await told(), [], 'they know that');
    }
  });

  it('LETTER-04 an approval that is called off and taken back is told as an approval', async () => {
    const called = await asked();
    const { session } = await called.answer('approve');
    await called.sessions.update(session.id, { status: 'canceled' });
    await office.advance({ seconds: 60 });
    await called.sessions.update(session.id, { status: 'scheduled' });
    assert.deepEqual(await called.told(), ['Подтверждено: встреча 30 ноября, 09:00 (по Москве)']);
    const deleted = await asked();
    const { session: gone } = await deleted.answer('approve');
    const restore = (of: typeof deleted, id: string) =>
      of.anna.pb.send(`/api/sessions/${id}/restore`, { method: 'POST' });
    await deleted.sessions.delete(gone.id);
    await office.advance({ seconds: 60 });
    await restore(deleted, gone.id);
    assert.deepEqual(await deleted.told(), ['Подтверждено: встреча 30 ноября, 09:00 (по Москве)']);
    await deleted.sessions.delete(gone.id);
    await office.advance({ seconds: 60 });
    await restore(deleted, gone.id);
    assert.deepEqual(await deleted.told(), [], 'they know it');
    await deleted.sessions.delete(gone.id);
    assert.deepEqual(await deleted.told(), ['Встреча отменена: 30 ноября, 09:00 (по Москве)']);
    const quiet = await asked();
    const { session: silent } = await quiet.answer('approve', SILENT);
    await quiet.sessions.delete(silent.id);
    await restore(quiet, silent.id);
    assert.deepEqual(await quiet.told(), [], 'approved without a letter');
  });

  it('LETTER-04 a refusal that was told is followed by the meeting that is planned after all, and by its own cancellation', async () => {
    const { answer, told, sessions } = await asked();
    const { session } = await answer('approve');
    await sessions.update(session.id, { status: 'canceled' });
    assert.deepEqual(await told(), [REJECTED]);
    await sessions.update(session.id, { status: 'scheduled' });
    assert.deepEqual(await told(), ['Встреча 30 ноября, 09:00 (по Москве)']);
    await sessions.update(session.id, { status: 'canceled' });
    assert.deepEqual(await told(), ['Встреча отменена: 30 ноября, 09:00 (по Москве)']);
  });

  it('LETTER-10 what is approved or called off without a letter refuses nobody by one', async () => {
    const quiet = await asked();
    const { session } = await quiet.answer('approve', SILENT);
    await quiet.sessions.update(session.id, { status: 'canceled' });
    assert.deepEqual(await quiet.told(), [], 'approved silently: never told, and so not called off');
    const silenced = await asked();
    const { session: other } = await silenced.answer('approve');
    await silenced.sessions.update(other.id, { status: 'canceled' }, SILENT);
    assert.deepEqual(await silenced.told(), []);
    await silenced.sessions.update(other.id, { status: 'scheduled' });
    assert.deepEqual(await silenced.told(), ['Подтверждено: встреча 30 ноября, 09:00 (по Москве)'], 'the next press');
  });

  it('LETTER-04 a request that is refused, taken back and refused again is told so once', async () => {
    const { anna, id, answer, told, sessions } = await asked();
    await answer('reject');
    assert.deepEqual(await told(), [REJECTED]);
    await anna.pb.collection('booking').update(id, { status: 'pending' });
    await answer('reject');
    assert.deepEqual(await told(), []);
    await anna.pb.collection('booking').update(id, { status: 'pending' });
    const { session } = await answer('approve');
    await sessions.delete(session.id);
    assert.deepEqual(await told(), []);
  });
});
