import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalOf, settle, type TestPractitioner, onServer } from '#proofs/support/test-server.ts';

const TAKEN = { status: 400, message: 'The time is already taken.', codes: { date: 'slot_taken' } };

onServer((server) => {
  interface Practice extends TestPractitioner {
    client: string;
    /** Adds a session on Monday at this UTC time. */
    add(time: string, values?: Record<string, unknown>): Promise<{ id: string; [field: string]: unknown }>;
    change(id: string, values: Record<string, unknown>): Promise<{ id: string; [field: string]: unknown }>;
    /** Returns held time as 'HH:mm–HH:mm', with '!' where it is deliberate. */
    held(): Promise<string[]>;
  }

  const openPractice = async (): Promise<Practice> => {
    const practitioner = await server.practitioner();
    const { pb, owner } = practitioner;
    const client = await pb.collection('clients').create({ name: 'Алёна', phone: '+7 (916) 204-18-35' });
    const clock = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toString().slice(11, 16);
    return {
      ...practitioner,
      client: client.id,
      add: (time, values) =>
        pb.collection('sessions').create({ client: client.id, date: `2026-11-23 ${time}:00.000Z`, ...values }),
      change: (id, values) => pb.collection('sessions').update(id, values),
      held: async () => {
        const query = server.context.db.read.selectFrom('held_time').selectAll();
        const rows = await query.where('user', '=', owner).orderBy('start_ms').execute();
        return rows.map((row) => `${clock(row.start_ms)}–${clock(row.end_ms)}${row.deliberate ? '!' : ''}`);
      },
    };
  };

  test('SESSION-07 a session has the defaults of the specification', async () => {
    const practice = await openPractice();
    const session = await practice.add('06:00');
    assert.deepEqual(
      ['duration', 'status', 'description', 'news', 'thoughts', 'date', 'client'].map((field) => session[field]),
      [60, 'scheduled', '', '', '', '2026-11-23 06:00:00.000Z', practice.client],
    );
  });

  test('SESSION-08 a session that took place is created with its news and thoughts in one step', async () => {
    const practice = await openPractice();
    const texts = { status: 'completed', news: 'Неделя прошла спокойнее', thoughts: 'Держать тему' };
    const session = await practice.add('06:00', texts);
    assert.deepEqual([session['news'], session['thoughts']], [texts.news, texts.thoughts]);
    const refusal = await refusalOf(practice.add('08:00', { ...texts, thoughts: 'м'.repeat(100_001) }));
    assert.deepEqual(refusal.codes, { thoughts: 'validation_max_text_constraint' });
    assert.equal((await practice.pb.collection('sessions').getFullList()).length, 1);
  });

  test('SESSION-10 an overlap is refused and nothing is stored, touching sessions are none', async () => {
    const practice = await openPractice();
    await practice.add('06:00', { duration: 90 });
    for (const time of ['05:15', '06:00', '07:15']) assert.deepEqual(await refusalOf(practice.add(time)), TAKEN, time);
    await practice.add('05:00');
    await practice.add('07:30');
    assert.equal((await practice.pb.collection('sessions').getFullList()).length, 3);
  });

  test('SESSION-10 an overlap is saved when it is asked for in so many words', async () => {
    const practice = await openPractice();
    await practice.add('06:00');
    assert.deepEqual(await refusalOf(practice.add('06:30', { allowOverlap: 'true' })), TAKEN);
    const session = await practice.add('06:30', { allowOverlap: true });
    assert.ok(!('allowOverlap' in session));
    assert.deepEqual(await practice.held(), ['06:00–07:00', '06:30–07:30!']);
    assert.deepEqual(await refusalOf(practice.add('07:00')), TAKEN);
  });

  test('SESSION-10 allowing an overlap where there is none makes an ordinary session', async () => {
    const practice = await openPractice();
    await practice.add('06:00', { allowOverlap: true });
    assert.deepEqual(await practice.held(), ['06:00–07:00']);
  });

  test('SESSION-10 cancelling frees the time, taking it back needs it free', async () => {
    const practice = await openPractice();
    const session = await practice.add('06:00');
    await practice.change(session.id, { status: 'canceled' });
    assert.deepEqual(await practice.held(), []);
    await practice.add('06:30');
    assert.deepEqual(await refusalOf(practice.change(session.id, { status: 'scheduled' })), TAKEN);
    await practice.change(session.id, { status: 'scheduled', allowOverlap: true });
    assert.deepEqual(await practice.held(), ['06:00–07:00!', '06:30–07:30']);
  });

  test('SESSION-10 a cancelled session may be put anywhere', async () => {
    const practice = await openPractice();
    await practice.add('06:00');
    await practice.add('06:00', { status: 'canceled' });
    assert.deepEqual(await practice.held(), ['06:00–07:00']);
  });

  test('SESSION-10 moving takes the new time and gives the old one back', async () => {
    const practice = await openPractice();
    const session = await practice.add('06:00');
    await practice.change(session.id, { date: '2026-11-23 06:30:00Z', duration: 45 });
    assert.deepEqual(await practice.held(), ['06:30–07:15']);
    const next = await practice.add('08:00');
    assert.deepEqual(await refusalOf(practice.change(next.id, { date: '2026-11-23 07:00:00Z' })), TAKEN);
    assert.deepEqual(await practice.held(), ['06:30–07:15', '08:00–09:00']);
    await practice.pb.collection('sessions').delete(next.id);
    assert.deepEqual(await practice.held(), ['06:30–07:15']);
  });

  test('SESSION-10 a change of what was seen is refused once start or status are others', async () => {
    const practice = await openPractice();
    const { id } = await practice.add('06:00');
    const seen = { date: '2026-11-23 06:00:00.000Z', status: 'scheduled' };
    const changed = {
      status: 400,
      message: 'The session is no longer as it was seen.',
      codes: { seen: 'session_changed' },
    };
    const move = (time: string, as: unknown) => practice.change(id, { date: `2026-11-23 ${time}:00.000Z`, seen: as });
    for (const as of [{ ...seen, status: 'reserved' }, { date: seen.date }, null, 'scheduled']) {
      assert.deepEqual(await refusalOf(move('08:00', as)), changed);
    }
    assert.ok(!('seen' in (await move('08:00', seen))));
    // As after a lost response.
    await move('08:00', seen);
    assert.deepEqual(await refusalOf(move('09:00', seen)), changed);
    assert.deepEqual(await practice.held(), ['08:00–09:00']);
  });

  test('SESSION-10 news about a deliberate overlap are saved without asking again', async () => {
    const practice = await openPractice();
    await practice.add('06:00');
    const session = await practice.add('06:30', { allowOverlap: true });
    await practice.change(session.id, { status: 'completed', news: 'Пришла раньше' });
    assert.deepEqual(await practice.held(), ['06:00–07:00', '06:30–07:30!']);
    await practice.change(session.id, { date: '2026-11-23 07:00:00Z' });
    assert.deepEqual(await practice.held(), ['06:00–07:00', '07:00–08:00']);
  });

  test('SESSION-10 of eight sessions created at once for one time one is kept', async () => {
    const practice = await openPractice();
    const { passed, refusals } = await settle(Array.from({ length: 8 }, () => practice.add('06:00')));
    assert.equal(passed, 1);
    for (const refusal of refusals) assert.deepEqual(refusal, TAKEN);
    assert.deepEqual(await practice.held(), ['06:00–07:00']);
  });

  test('API-03 a session of a neighbour’s client is refused on create and update', async () => {
    const practice = await openPractice();
    const neighbour = await openPractice();
    const session = await practice.add('06:00');
    const codes = { client: 'validation_missing_rel_records' };
    assert.deepEqual((await refusalOf(practice.add('09:00', { client: neighbour.client }))).codes, codes);
    assert.deepEqual((await refusalOf(practice.change(session.id, { client: neighbour.client }))).codes, codes);
    assert.equal((await refusalOf(neighbour.change(session.id, { news: 'x' }))).status, 404);
  });

  test('API-03 a session under the id of a neighbour’s is refused for its id, and theirs keeps its time', async () => {
    const [practice, neighbour] = [await openPractice(), await openPractice()];
    const { id } = await neighbour.add('06:00');
    const refusal = await refusalOf(practice.add('08:00', { id }));
    assert.deepEqual([refusal.status, refusal.codes], [400, { id: 'validation_not_unique' }]);
    assert.deepEqual([await practice.held(), await neighbour.held()], [[], ['06:00–07:00']]);
  });

  test('SESSION-04 fifty minutes are stored and hold fifty minutes, as any whole number does', async () => {
    const practice = await openPractice();
    const { duration } = await practice.add('06:00', { duration: 50 });
    assert.equal(duration, 50);
    await practice.add('06:50', { duration: 17 });
    assert.deepEqual(await practice.held(), ['06:00–06:50', '06:50–07:07']);
  });

  test('SESSION-07 length, status, client and date are checked', async () => {
    const practice = await openPractice();
    const codesOf = async (values: Record<string, unknown>) => (await refusalOf(practice.add('06:00', values))).codes;
    assert.deepEqual(await codesOf({ duration: 14 }), { duration: 'validation_min_number_constraint' });
    assert.deepEqual(await codesOf({ duration: 50.5 }), { duration: 'validation_only_int_constraint' });
    assert.deepEqual(await codesOf({ duration: 1441 }), { duration: 'validation_max_number_constraint' });
    assert.deepEqual(await codesOf({ duration: '60' }), { duration: 'validation_not_a_number' });
    assert.deepEqual(await codesOf({ status: 'done' }), { status: 'validation_invalid_value' });
    assert.deepEqual(await codesOf({ client: '' }), { client: 'validation_required' });
    assert.deepEqual(await codesOf({ date: '' }), { date: 'validation_required' });
  });
});
