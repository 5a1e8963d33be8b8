import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitForm } from '#domain/booking/visit.ts';
import { findProfileByHash } from '#server/practice/booking/read-booking-page.ts';
import { requestVisit } from '#server/practice/booking/request-visit.ts';
import { GUEST } from '#server/ground/identity/actor.ts';
import { PERSON } from '#proofs/support/booking/random-starts.ts';
import { onServer } from '#proofs/support/test-server.ts';
import { addWorkingWeek } from '#proofs/support/working-week.ts';

onServer((server) => {
  /** Returns a practice, and visitors' requests that passed the first check and are not stored yet. */
  const openPractice = async () => {
    const { context } = server;
    const practice = await server.practitioner();
    await addWorkingWeek(context.db, practice.owner);
    const profile = await findProfileByHash(context.db.read, practice.bookingHash);
    assert.ok(profile);
    const ask = async (address: string) => {
      const caller = { context, actor: GUEST, now: context.now(), from: { address, device: '' } };
      const visit = visitForm.parse({ ...PERSON, start: '2026-11-23T06:00:00Z' });
      const store = await requestVisit(caller, profile, visit);
      return () => context.db.write(store);
    };
    return { ...practice, profile, ask };
  };

  test('PUBLIC-04 a time that was given away after the look is refused under the lock', async () => {
    const { ask } = await openPractice();
    const [first, second] = [await ask('198.51.100.1'), await ask('198.51.100.2')];
    assert.equal((await first()).status, 'pending');
    await assert.rejects(second(), { status: 409, fields: { date: SLOT_TAKEN } });
  });

  test('BOOK-07 a page that closed after the look takes no request any more', async () => {
    const { ask, pb, profile } = await openPractice();
    const store = await ask('198.51.100.1');
    await pb.collection('profiles').update(profile.id, { accepting: false });
    await assert.rejects(store(), { status: 400, message: 'No requests are taken at present.' });
  });

  test('AUTH-12 a practitioner who left after the look gets no request', async () => {
    const { ask, owner } = await openPractice();
    const store = await ask('198.51.100.1');
    await server.context.db.write(({ trx }) => trx.deleteFrom('profiles').where('user', '=', owner).execute());
    await assert.rejects(store(), { status: 404 });
  });
});

const SLOT_TAKEN = { code: 'slot_taken', message: 'The time is already taken.' };
