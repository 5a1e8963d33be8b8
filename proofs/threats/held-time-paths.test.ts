import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ClientResponseError, type RecordModel } from 'pocketbase';
import { SESSION_STATUSES } from '#domain/sessions/session.ts';
import { BOOKING_STATUSES } from '#domain/booking/booking.ts';
import type { SeriesPreview } from '#domain/series/series.ts';
import { printEpochMilliseconds } from '#domain/time/instant.ts';
import { heldTimeFaults } from '#proofs/support/held-time-truth.ts';
import { type TestPractitioner, onServer } from '#proofs/support/test-server.ts';
import { rounds } from '#proofs/support/long-form.ts';
import { addWorkingWeek } from '#proofs/support/working-week.ts';

const NINE = Temporal.Instant.from('2026-11-23T06:00:00Z').epochMilliseconds;
const QUARTER = 15 * 60_000;

/** Picks values at random: the same numbers choose records, times and values. */
type Draw = <Value>(from: readonly Value[]) => Value | undefined;
type Step = (practice: Practice, draw: Draw) => Promise<unknown>;

interface Practice extends TestPractitioner {
  neighbour: TestPractitioner;
  visit: (body: object) => Promise<unknown>;
}

const QUARTERS = Array.from({ length: 24 }, (_, index) => index);
const LENGTHS = [15, 45, 60, 60, 60, 90, 1440];

function time(draw: Draw): string {
  return printEpochMilliseconds(NINE + (draw(QUARTERS) ?? 0) * QUARTER);
}

async function any({ pb }: TestPractitioner, collection: string, draw: Draw): Promise<RecordModel | undefined> {
  return draw(await pb.collection(collection).getFullList());
}

async function clientOf(practice: Practice, draw: Draw): Promise<string> {
  const client = await any(practice, 'clients', draw);
  return client?.id ?? (await practice.pb.collection('clients').create({ name: 'Алёна', phone: '112233' })).id;
}

function sessionValues(draw: Draw): object {
  const values = {
    date: time(draw),
    duration: draw(LENGTHS),
    status: draw(SESSION_STATUSES),
    allowOverlap: draw([true, false, false]),
    news: draw(['', 'Спокойнее']),
  };
  return Object.fromEntries(Object.entries(values).filter(() => draw([true, true, false])));
}

function ofSeries(practice: Practice, draw: Draw): Promise<RecordModel | undefined> {
  return practice.pb.collection('sessions').getFullList({ filter: "series != ''" }).then(draw);
}

/** Any decision about each conflict. */
function decided({ occurrences, digest }: SeriesPreview, draw: Draw): object {
  const conflicts = occurrences.filter(({ verdict }) => verdict !== 'free');
  const decisions = conflicts.map(({ date, free }) => [date, draw(['skip', 'overlap', ...free.slice(0, 2)])]);
  return { decisions: Object.fromEntries(decisions), digest };
}

/** Every call, of any caller, that changes held time. */
const STEPS: Record<string, Step> = {
  'a visitor asks': ({ visit }, draw) => visit({ start: time(draw), name: 'Мария', phone: '445566' }),
  'a session is planned': async (practice, draw) =>
    practice.pb
      .collection('sessions')
      .create({ client: await clientOf(practice, draw), date: time(draw), ...sessionValues(draw) }),
  'a session changes': async (practice, draw) => {
    const session = await any(practice, 'sessions', draw);
    if (session) await practice.pb.collection('sessions').update(session.id, sessionValues(draw));
  },
  'a session goes': async (practice, draw) => {
    const session = await any(practice, 'sessions', draw);
    if (session) await practice.pb.collection('sessions').delete(session.id);
  },
  'a request is answered by its action': async (practice, draw) => {
    const request = await any(practice, 'booking', draw);
    const path = `/api/booking/${request?.id}/${draw(['approve', 'reject'])}`;
    if (request) await practice.pb.send(path, { method: 'POST', body: { allowOverlap: draw([true, false]) } });
  },
  'a request is answered by its status': async (practice, draw) => {
    const request = await any(practice, 'booking', draw);
    const body = { status: draw(BOOKING_STATUSES), allowOverlap: draw([true, false]) };
    if (request) await practice.pb.collection('booking').update(request.id, body);
  },
  'a request goes': async (practice, draw) => {
    const request = await any(practice, 'booking', draw);
    if (request) await practice.pb.collection('booking').delete(request.id);
  },
  'a client goes': async (practice, draw) => {
    const client = await any(practice, 'clients', draw);
    if (client) await practice.pb.collection('clients').delete(client.id);
  },
  'a series is saved': async (practice, draw) => {
    const client = await clientOf(practice, draw);
    const start = draw(['2026-11-23T09:00', '2026-11-23T10:30', '2026-11-23T14:00']);
    const body = { client, start, every_weeks: draw([1, 2]), count: draw([1, 3, 5]), duration: draw(LENGTHS) };
    const preview: SeriesPreview = await practice.pb.send('/api/series/preview', { method: 'POST', body });
    await practice.pb.send('/api/series', { method: 'POST', body: { ...body, ...decided(preview, draw) } });
  },
  'a series changes': async (practice, draw) => {
    const session = await ofSeries(practice, draw);
    if (!session) return;
    const body = {
      scope: draw(['all', 'following']),
      session: session.id,
      start: draw([undefined, `${session['occurrence']}T11:00`, `${session['occurrence']}T09:15`]),
      every_weeks: draw([undefined, undefined, 1, 2]),
      duration: draw(LENGTHS),
    };
    const path = `/api/series/${session['series']}/change`;
    const preview: SeriesPreview = await practice.pb.send(`${path}/preview`, { method: 'POST', body });
    await practice.pb.send(path, { method: 'POST', body: { ...body, ...decided(preview, draw) } });
  },
  'a series ends': async (practice, draw) => {
    const session = await ofSeries(practice, draw);
    const body = { from: session?.['occurrence'] };
    if (session) await practice.pb.send(`/api/series/${session['series']}/end`, { method: 'POST', body });
  },
  'several in one batch': async (practice, draw) => {
    const batch = practice.pb.createBatch();
    const client = await clientOf(practice, draw);
    const sessions = await practice.pb.collection('sessions').getFullList();
    const request = await any(practice, 'booking', draw);
    batch.collection('sessions').create({ client, date: time(draw), ...sessionValues(draw) });
    for (const { id } of sessions.slice(0, 2)) {
      if (draw([true, false])) batch.collection('sessions').update(id, sessionValues(draw));
      else batch.collection('sessions').upsert({ id, client, date: time(draw), ...sessionValues(draw) });
    }
    if (request) batch.collection('booking').update(request.id, { status: draw(BOOKING_STATUSES) });
    const last = sessions.at(-1);
    if (last) batch.collection('sessions').delete(last.id);
    await batch.send();
  },
  'a session under the id of a neighbour’s': async (practice, draw) => {
    const theirs = await any(practice.neighbour, draw(['sessions', 'booking']) ?? '', draw);
    const client = await clientOf(practice, draw);
    await practice.pb
      .collection('sessions')
      .create({ id: theirs?.id, client, date: time(draw), ...sessionValues(draw), allowOverlap: true });
  },
};

onServer((server) => {
  const openPractice = async (): Promise<TestPractitioner & Pick<Practice, 'visit'>> => {
    const practitioner = await server.practitioner();
    await addWorkingWeek(server.context.db, practitioner.owner);
    const visit = (body: object) =>
      server.visitor().send(`/api/booking-page/${practitioner.bookingHash}`, { method: 'POST', body });
    return { ...practitioner, visit };
  };

  test('PUBLIC-04 SESSION-10 BOOK-02 on whatever ways time is taken and given back, each hour is held once and for something', async () => {
    const { db } = server.context;
    const neighbour = await openPractice();
    const client = await neighbour.pb.collection('clients').create({ name: 'Пётр', phone: '778899' });
    await neighbour.pb.collection('sessions').create({ client: client.id, date: printEpochMilliseconds(NINE) });
    await neighbour.visit({ start: printEpochMilliseconds(NINE + 4 * QUARTER), name: 'Мария', phone: '445566' });

    const names = fc.array(fc.constantFrom(...Object.keys(STEPS)), { minLength: 1, maxLength: 3 });
    const law = fc.asyncProperty(
      fc.array(names, { minLength: 10, maxLength: 20 }),
      fc.infiniteStream(fc.nat()),
      async (walks, draws) => {
        const practice = { ...(await openPractice()), neighbour };
        const draw: Draw = (from) => from[draws.next().value % from.length];
        for (const atOnce of walks) {
          await Promise.all(atOnce.map((name) => take(name, practice, draw)));
          assert.deepEqual(await heldTimeFaults(db.read, practice.owner), [], atOnce.join(', '));
        }
        await deleteAccount(practice.owner);
        const left = await db.read.selectFrom('held_time').selectAll().where('user', '=', practice.owner).execute();
        assert.deepEqual(left, []);
      },
    );
    await fc.assert(law, { numRuns: rounds({ short: 2, long: 20 }), endOnFailure: true });

    assert.deepEqual(await heldTimeFaults(db.read, neighbour.owner), []);
    assert.equal((await neighbour.pb.collection('sessions').getFullList()).length, 1);
  });

  const deleteAccount = (owner: TestPractitioner['owner']) =>
    server.context.db.write(({ trx }) => trx.deleteFrom('users').where('id', '=', owner).execute());
});

/** A refusal is allowed, a failure of the server is not. */
async function take(name: string, practice: Practice, draw: Draw): Promise<void> {
  try {
    await STEPS[name]?.(practice, draw);
  } catch (error) {
    if (!(error instanceof ClientResponseError) || error.status < 400 || error.status >= 500) throw error;
  }
}
