import assert from 'node:assert/strict';
import { test } from 'node:test';
import { act, type Action } from '#server/ground/action.ts';
import { PROGRAM } from '#server/ground/identity/actor.ts';
import { addSession, changeSession, deleteSession } from '#server/practice/sessions/change-session.ts';
import { addClient } from '#proofs/support/rows.ts';
import { onServer } from '#proofs/support/test-server.ts';

const TEXTS = { description: '', thoughts: '', news: '' };
const CANCELED = { status: 'canceled' } as const;

onServer((server) => {
  const openPractice = async () => {
    const { context } = server;
    const { owner } = await server.practitioner();
    const client = await addClient(context.db, owner);
    const values = { ...TEXTS, client: client.id, duration: 60, status: 'scheduled' };
    const run = <Result>(step: (action: Action) => Promise<Result>) =>
      act({ context, actor: PROGRAM, now: context.now() }, owner, step);
    const add = (time: string) =>
      run((action) => addSession(action, { ...values, date: `2026-11-23 ${time}:00.000Z` }, false));
    const starts = async () => {
      const found = context.db.read.selectFrom('sessions').select('date').where('user', '=', owner).execute();
      return (await found).map(({ date }) => date.slice(11, 16));
    };
    return { run, add, starts };
  };

  test('SESSION-10 a session moves, and what it leaves is free', async () => {
    const { run, add } = await openPractice();
    const [first, second] = [await add('06:00'), await add('08:00')];
    const to = (time: string) => ({ date: `2026-11-23 ${time}:00.000Z`, duration: 90 });
    const refused = run((action) => changeSession(action, first, { ...first, ...to('07:00') }, false));
    await assert.rejects(refused, { status: 409, message: 'The time is already taken.' });
    const moved = await run((action) => changeSession(action, first, { ...first, ...to('06:30') }, false));
    assert.deepEqual([moved.date, moved.duration], ['2026-11-23 06:30:00.000Z', 90]);
    await run((action) => changeSession(action, second, { ...second, ...to('09:00') }, false));
    await assert.rejects(add('07:00'), { status: 409 });
    await add('05:30');
    await add('08:00');
  });

  test('SESSION-10 a session that is cancelled or deleted holds no time', async () => {
    const { run, add } = await openPractice();
    const first = await add('06:00');
    const cancelled = await run((action) => changeSession(action, first, { ...first, ...CANCELED }, false));
    assert.equal(cancelled.status, 'canceled');
    const second = await add('06:00');
    await run((action) => deleteSession(action, second));
    await add('06:00');
  });

  test('SESSION-10 an action is refused as a whole', async () => {
    const { run, add, starts } = await openPractice();
    const session = await add('06:00');
    const both = run(async (action) => {
      await changeSession(action, session, { ...session, ...CANCELED }, false);
      await addSession(action, { ...session, id: 'a'.repeat(15), status: 'scheduled' }, false);
      throw new Error('changed my mind');
    });
    await assert.rejects(both, /changed my mind/);
    assert.deepEqual(await starts(), ['06:00']);
  });
});
