import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { onEmptiedServer } from '#proofs/support/emptied-server.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { BusyTime } from '#domain/availability/busy-time.ts';
import type { DaySlots, FreeSlots } from '#domain/booking/booking.ts';
import { PERSON, tryStarts } from '#proofs/support/booking/random-starts.ts';
import { type Answer, ask } from '#proofs/support/ask.ts';
import { nodeCount } from '#proofs/support/engines.ts';
import { followRecords } from '#proofs/support/followed-records.ts';
import { showWork } from '#proofs/support/booking/show-work.ts';
import type { ProofAsked } from '#domain/booking/proof-of-work.ts';
import { printInstant } from '#domain/time/instant.ts';
import { bookingRow } from '#proofs/support/rows.ts';
import { openTestServer, type TestPractitioner, type TestServer, UNLIMITED } from '#proofs/support/test-server.ts';
import type { NewRow } from '#server/ground/db/schema.ts';
import { addWorkingWeek } from '#proofs/support/working-week.ts';
import { rounds } from '#proofs/support/long-form.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

/** The first start, on a Monday. */
const FIRST = Temporal.Instant.from('2026-11-23T06:00:00Z');

async function openPractice(server: TestServer, profile?: Partial<NewRow<'profiles'>>): Promise<TestPractitioner> {
  const practitioner = await server.practitioner(profile);
  await addWorkingWeek(server.context.db, practitioner.owner);
  return practitioner;
}

async function storedFor({ context }: TestServer, { owner }: TestPractitioner) {
  return context.db.read.selectFrom('booking').select('id').where('user', '=', owner).execute();
}

/** Sends a request for a start of its own, so that limits alone can refuse it. */
function post(
  server: TestServer,
  { bookingHash }: TestPractitioner,
  index: number,
  address: string,
  proof = '',
): Promise<Answer> {
  return ask(server.app, {
    method: 'POST',
    url: `/api/booking-page/${bookingHash}`,
    body: { ...PERSON, start: startOf(index), proof },
    address,
  });
}

function startOf(index: number): string {
  return FIRST.add({ hours: 24 * 7 * (index % 20) + (Math.floor(index / 20) % 8) }).toString();
}

/** The proof of the work that a refusal asks for. */
function workOf({ status, body }: Answer): string {
  const { proof } = JSON.parse(body).data as { proof?: { code: string; params: ProofAsked } };
  assert.deepEqual([status, proof?.code], [429, 'proof_needed'], body);
  return proof ? showWork(proof.params) : '';
}

/** Sends a request as the page does: again with the work that it is asked for. */
async function postWithWork(...request: [TestServer, TestPractitioner, number, string]): Promise<Answer> {
  return post(...request, workOf(await post(...request)));
}

/** Requests of strangers that wait since just now. */
async function plantWaiting({ context, clock }: TestServer, { owner }: TestPractitioner, count: number): Promise<void> {
  const created = printInstant(clock.now);
  const rows = Array.from({ length: count }, () => bookingRow(owner, { created, date: '2026-11-20 06:00:00.000Z' }));
  await context.db.write(({ trx }) => trx.insertInto('booking').values(rows).execute());
}

onEmptiedServer((server, engine) => {
  const it = sameOnBoth(engine);

  test('PUBLIC-06 of a flood from one address, whatever it forges, two requests are stored, and more as they are answered', async () => {
    await using own = await openTestServer(engine, { config: { trustProxy: [] } });
    const flooded = await openPractice(own);
    const flood = async (times: number): Promise<void> => {
      for (let at = 0; at < times; at += 1) {
        const answer = await post(own, flooded, at + 3, `198.51.${at >> 8}.${at & 255}`);
        assert.ok([200, 429].includes(answer.status), answer.body);
        if (answer.status === 429) assert.match(String(answer.headers['retry-after']), /^[1-9]\d{0,3}$/);
      }
    };
    await flood(40);
    assert.equal((await storedFor(own, flooded)).length, 2);
  });

  it('PUBLIC-06 twenty requests from three addresses leave the page open to others, and rejecting them opens it at once', async () => {
    const flooded = await openPractice(server);
    const statuses: number[] = [];
    for (let at = 0; at < 20; at += 1) {
      statuses.push((await post(server, flooded, at, `198.51.100.${at % 3}`)).status);
    }
    assert.deepEqual(statuses.filter((status) => status === 200).length, 6);
    for (const [at, address] of ['192.0.2.1', '203.0.113.9', '2001:db8:7::1'].entries()) {
      assert.equal((await post(server, flooded, 30 + at, address)).status, 200, address);
    }
    const refused = await post(server, flooded, 21, '198.51.100.1');
    assert.deepEqual(Object.keys(JSON.parse(refused.body).data), ['sender']);
    for (const { id } of await storedFor(server, flooded)) {
      await flooded.pb.send(`/api/booking/${id}/reject`, { method: 'POST' });
    }
    assert.equal((await post(server, flooded, 22, '198.51.100.2')).status, 200);
  });

  it('PUBLIC-06 a network sends a practitioner six requests a day, answered or not, and by either call', async () => {
    await using own = await openTestServer(engine, { replace: { limits: UNLIMITED } });
    const practice = await openPractice(own);
    const sendOne = (at: number) =>
      at % 2 === 0
        ? post(own, practice, at, `2001:db8:0:7::${at}`)
        : ask(own.app, {
            method: 'POST',
            url: '/api/collections/booking/records',
            body: { ...PERSON, user: practice.owner, date: FIRST.add({ hours: 168 * at }).toString() },
            address: `2001:db8:0:7::${at}`,
          });
    for (let at = 0; at < 6; at += 1) {
      assert.equal((await sendOne(at)).status, 200);
      const [first] = await practice.pb.collection('booking').getFullList({ filter: "status = 'pending'" });
      await practice.pb.send(`/api/booking/${first?.id}/reject`, { method: 'POST' });
    }
    for (const at of [6, 7]) assert.equal((await sendOne(at)).status, 429);
    assert.equal((await post(own, practice, 8, '2001:db8:0:8::1')).status, 200);
    own.clock.now = own.clock.now.add({ hours: 24 });
    assert.equal((await sendOne(9)).status, 200);
  });

  it('PUBLIC-06 from however many networks, a practitioner gets 10 requests and as many letters an hour without work', async () => {
    const flooded = await openPractice(server);
    const neighbour = await openPractice(server);
    for (let at = 0; at < 30; at += 1) await post(server, flooded, at, `198.51.${at}.1`);
    assert.equal((await storedFor(server, flooded)).length, 10);
    const letters = await server.context.db.read.selectFrom('outbox').select('id').execute();
    assert.equal(letters.length, 10);
    assert.equal((await post(server, neighbour, 0, '198.51.1.1')).status, 200);
  });

  it('PUBLIC-06 a page that many networks flood goes on taking requests that show work, 40 an hour', async () => {
    const flooded = await openPractice(server);
    for (let at = 0; at < 20; at += 1) await post(server, flooded, at, `198.51.${at}.1`);
    assert.equal((await postWithWork(server, flooded, 30, '192.0.2.1')).status, 200);
    const record = { ...PERSON, user: flooded.owner, date: startOf(31) };
    const asRecord = (proof: string) =>
      ask(server.app, {
        method: 'POST',
        url: '/api/collections/booking/records',
        body: { ...record, proof },
        address: '203.0.113.1',
      });
    assert.equal((await asRecord(workOf(await asRecord('')))).status, 200);
    await plantWaiting(server, flooded, 28);
    const closed = await post(server, flooded, 32, '192.0.2.200');
    assert.deepEqual([closed.status, JSON.parse(closed.body).data], [429, {}]);
    assert.match(String(closed.headers['retry-after']), /^3[56]\d\d$/);
  });

  it('PUBLIC-06 work counts for one start, one network, one practitioner and a short while', async () => {
    await using own = await openTestServer(engine, { replace: { limits: UNLIMITED } });
    const [busy, other] = [await openPractice(own), await openPractice(own)];
    for (const practice of [busy, other]) await plantWaiting(own, practice, 12);
    const proof = workOf(await post(own, busy, 0, '192.0.2.1'));
    workOf(await post(own, busy, 1, '192.0.2.1', proof));
    workOf(await post(own, busy, 0, '203.0.113.1', proof));
    workOf(await post(own, other, 0, '192.0.2.1', proof));
    workOf(await post(own, busy, 0, '192.0.2.1', `${proof}0`));
    const { now } = own.clock;
    own.clock.now = now.add({ minutes: 20 });
    workOf(await post(own, busy, 0, '192.0.2.1', proof));
    own.clock.now = now.add({ minutes: 10 });
    assert.equal((await post(own, busy, 0, '192.0.2.1', proof)).status, 200);
  });

  it('PUBLIC-06 half of an hour’s requests are for networks that sent nothing that day', async () => {
    const flooded = await openPractice(server);
    assert.equal((await post(server, flooded, 0, '198.51.100.1')).status, 200);
    await plantWaiting(server, flooded, 19);
    const refused = await post(server, flooded, 1, '198.51.100.2');
    assert.deepEqual([refused.status, JSON.parse(refused.body).data], [429, {}]);
    assert.equal((await postWithWork(server, flooded, 2, '198.51.101.1')).status, 200);
    const again = await post(server, flooded, 3, '198.51.101.2');
    assert.deepEqual([again.status, JSON.parse(again.body).data], [429, {}]);
  });

  test('PUBLIC-06 requests of the past and such that a clock stamped ahead of now keep no visitor away', async () => {
    const practice = await openPractice(server);
    const { db } = server.context;
    const past = { created: '2026-11-20 09:00:00.000Z', date: '2026-11-20 12:00:00.000Z' };
    const ahead = { created: '2026-11-22 09:00:00.000Z', date: '2026-12-24 06:00:00.000Z' };
    const rows = Array.from({ length: 70 }, (_, at) => bookingRow(practice.owner, at < 50 ? past : ahead));
    await db.write(({ trx }) => trx.insertInto('booking').values(rows).execute());
    assert.equal((await post(server, practice, 0, '198.51.100.1')).status, 200);
  });

  it('PUBLIC-06 no response says from where a request came', async () => {
    const [practice, colleague] = [await openPractice(server), await openPractice(server)];
    const told = followRecords(server.context);
    const made = await post(server, practice, 0, '198.51.100.1');
    const record = await ask(server.app, {
      method: 'POST',
      url: '/api/collections/booking/records',
      body: { ...PERSON, user: colleague.owner, date: FIRST.toString() },
      address: '198.51.100.1',
    });
    const { read } = server.context.db;
    const rows = await read.selectFrom('booking').select(['network', 'wider_network']).execute();
    const hashes = rows.flatMap((row) => Object.values(row));
    assert.deepEqual(
      [hashes.length, new Set(hashes).size],
      [4, 4],
      'hashes of two practitioners have nothing in common',
    );
    const { pb } = practice;
    const shown = JSON.stringify([
      made,
      record,
      await pb.collection('booking').getFullList({ fields: '*,network,wider_network', expand: 'user,client' }),
      await pb.send('/api/booking/same-sender', {}),
      await read.selectFrom('journal').selectAll().execute(),
    ]);
    for (const hidden of [...hashes, '198.51.100']) assert.ok(!shown.includes(hidden), hidden);
    assert.equal((await told()).filter(({ collection }) => collection === 'booking').length, 2);
    for (const name of ['network', 'wider_network', 'identity_key']) {
      await assert.rejects(pb.collection('booking').getList(1, 1, { filter: `${name} != ''` }), { status: 400 });
    }
  });

  test('PUBLIC-06 who has not answered 100 requests gets no more until one is answered, and 50 from known networks', async () => {
    const busy = await openPractice(server);
    const { db } = server.context;
    const created = '2026-11-20 09:00:00.000Z';
    const values = { created, date: '2026-12-24 06:00:00.000Z' };
    const rows = Array.from({ length: 100 }, () => bookingRow(busy.owner, values));
    await db.write(({ trx }) => trx.insertInto('booking').values(rows).execute());
    const refused = await post(server, busy, 0, '198.51.100.1');
    assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '3600']);
    const [first] = await storedFor(server, busy);
    await busy.pb.send(`/api/booking/${first?.id}/reject`, { method: 'POST' });
    assert.equal((await postWithWork(server, busy, 0, '198.51.100.1')).status, 200);
    assert.equal((await post(server, busy, 1, '198.51.100.1')).status, 429);
  });

  it('PUBLIC-06 reading pages is limited for an address, and tells when to come back', async () => {
    const { bookingHash } = await openPractice(server);
    const url = `/api/booking-page/${bookingHash}`;
    const statuses: number[] = [];
    // Each node has its own counters.
    for (let at = 0; at < 310 * nodeCount(engine); at += 1) {
      const { status, headers } = await ask(server.app, { method: 'GET', url, address: '198.51.100.1' });
      statuses.push(status);
      if (status === 429) assert.match(String(headers['retry-after']), /^[1-9]\d?$/);
    }
    assert.equal(statuses.filter((status) => status === 429).length, 10 * nodeCount(engine));
    const slots = { method: 'GET', url: `${url}/slots?from=2026-11-23&to=2026-11-24` } as const;
    assert.equal((await ask(server.app, { ...slots, address: '198.51.100.1' })).status, 429);
    assert.equal((await ask(server.app, { ...slots, address: '198.51.100.2' })).status, 200);
  });

  test('PUBLIC-06 a request for a time that went is refused without waiting for the practitioner’s lock', async () => {
    const practice = await openPractice(server);
    assert.equal((await post(server, practice, 0, '198.51.100.1')).status, 200);
    const [locked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = server.context.db.write(async (write) => {
      await write.lock(practice.owner);
      locked.resolve();
      await answered.promise;
    });
    await locked.promise;
    const record = { ...PERSON, user: practice.owner, date: FIRST.toString() };
    const refused = Promise.all([
      post(server, practice, 0, '198.51.100.2'),
      ask(server.app, { method: 'POST', url: '/api/collections/booking/records', body: record }),
    ]);
    const statuses = await Promise.race([
      refused.then((answers) => answers.map(({ status }) => status)),
      sleep(60_000, 'they wait', { ref: false }),
    ]);
    answered.resolve();
    await holding;
    assert.deepEqual(statuses, [409, 400]);
  });

  it('PUBLIC-06 whatever ranges are asked for, a page’s free times are worked out once a second, and never old', async () => {
    await using own = await openTestServer(engine, { replace: { limits: UNLIMITED } });
    // A separate booking page, so that no other test has cached its data.
    const { bookingHash } = await openPractice(own, { max_days_ahead: engine === 'sqlite' ? 180 : 181 });
    const looks = mock.method(BusyTime.prototype, 'meets');
    const from = own.clock.now.toZonedDateTimeISO('Europe/Moscow').toPlainDate();
    const askDays = async (first: number, last: number): Promise<DaySlots[]> => {
      const range = `from=${from.add({ days: first }).toString()}&to=${from.add({ days: last }).toString()}`;
      const answer = await ask(own.app, { method: 'GET', url: `/api/booking-page/${bookingHash}/slots?${range}` });
      assert.equal(answer.status, 200, answer.body);
      return (JSON.parse(answer.body) as FreeSlots).days;
    };
    for (const first of [0, 60, 120, 180]) await askDays(first, first + 60);
    const horizon = looks.mock.callCount();
    const days = await askDays(10, 20);
    for (let at = 0; at < rounds({ short: 30, long: 100 }); at += 1) await askDays(at - 10, at + (at % 50));
    assert.ok(horizon > 0);
    assert.equal(looks.mock.callCount(), horizon);
    const [start = ''] = days.flatMap(({ slots }) => slots.map((slot) => slot.start));
    const url = `/api/booking-page/${bookingHash}`;
    assert.equal((await ask(own.app, { method: 'POST', url, body: { ...PERSON, start } })).status, 200);
    assert.ok(!JSON.stringify(await askDays(10, 20)).includes(start));
    looks.mock.restore();
  });

  it('PUBLIC-04 whatever start is asked for, only one that is offered is stored', async () => {
    await using own = await openTestServer(engine, { replace: { limits: UNLIMITED } });
    const practice = await openPractice(own);
    const { faults, stored } = await tryStarts(own, practice, rounds({ short: 60, long: 150 }));
    assert.deepEqual(faults, []);
    assert.ok(stored > 0);
  });
});
