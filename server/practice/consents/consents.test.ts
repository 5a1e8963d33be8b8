import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import type PocketBase from 'pocketbase';
import type { BookingPage } from '#domain/booking/booking.ts';
import { NOON, onServer, refusalOf, type TestPractitioner } from '#proofs/support/test-server.ts';
import { addWorkingWeek } from '#proofs/support/working-week.ts';
import { rounds } from '#proofs/support/long-form.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const TEXT = 'Даю согласие Елене Петровой.\nОтозвать можно в любой момент.';
const REQUIRED = { status: 400, codes: { consent: 'validation_required' } };
const CHANGED = { status: 409, codes: { consent: 'consent_changed' } };

const refused = async (call: Promise<unknown>) => {
  const { status, codes } = await refusalOf(call);
  return { status, codes };
};

onServer((server, engine) => {
  const it = sameOnBoth(engine);
  const addText = ({ pb }: Pick<TestPractitioner, 'pb'>, text = TEXT) =>
    pb.collection('consent_documents').create({ title: 'Согласие', text });
  const pageOf = ({ bookingHash }: TestPractitioner) =>
    server.visitor().send<BookingPage>(`/api/booking-page/${bookingHash}`, {});
  const profileOf = ({ pb }: TestPractitioner) => pb.collection('profiles').getFirstListItem('');

  /** A practice that asks for agreement, and a visitor's request for a time on Monday in Moscow. */
  const openPractice = async () => {
    const practice = await server.practitioner();
    await addWorkingWeek(server.context.db, practice.owner);
    const document = await addText(practice);
    await practice.pb.collection('profiles').update((await profileOf(practice)).id, { ask_consent: true });
    const ask = (hour: number, values: object, visitor: PocketBase = server.visitor()) => {
      const start = `2026-11-23T${String(hour - 3).padStart(2, '0')}:00:00Z`;
      const body = { start, name: `Гость ${hour}`, phone: `+7 900 000-00-${hour}`, ...values };
      return visitor.send<{ id: string }>(`/api/booking-page/${practice.bookingHash}`, { method: 'POST', body });
    };
    const consents = () => practice.pb.collection('consents').getFullList({ sort: 'created' });
    return { ...practice, document, ask, consents };
  };

  it('CONSENT-01 each changed text is a new version, and the earlier ones stay as they were', async () => {
    const practice = await server.practitioner();
    const { pb } = practice;
    const texts = Array.from({ length: 6 }, (_, version) => `${TEXT} ${version}`);
    for (const text of texts) await addText(practice, text);
    const again = await addText(practice, ` ${texts[5]}\r\n`);
    const stored = await pb.collection('consent_documents').getFullList({ sort: 'version' });
    assert.deepEqual(
      stored.map(({ version, text, hash, retired }) => [version, text, hash, retired === '']),
      texts.map((text, at) => [at + 1, text, createHash('sha256').update(text).digest('hex'), at === 5]),
    );
    assert.equal(again.id, stored[5]?.id);
    const first = String(stored[0]?.id);
    assert.equal((await refused(pb.collection('consent_documents').update(first, { text: 'Иначе' }))).status, 403);
    assert.equal((await refused(pb.collection('consent_documents').delete(first))).status, 403);
  });

  test('CONSENT-01 who has no text cannot ask for agreement', async () => {
    const practice = await server.practitioner();
    const profile = await profileOf(practice);
    const ask = () => practice.pb.collection('profiles').update(profile.id, { ask_consent: true });
    assert.deepEqual(await refused(ask()), { status: 400, codes: { ask_consent: 'consent_missing' } });
    assert.equal((await pageOf(practice)).consent, null);
    const { id } = await addText(practice);
    assert.equal((await pageOf(practice)).consent, null);
    await ask();
    assert.deepEqual((await pageOf(practice)).consent, { id, title: 'Согласие', text: TEXT });
  });

  test('CONSENT-02 a request is stored with its agreement or not at all', async () => {
    const practice = await openPractice();
    const { ask, consents, document, pb } = practice;
    const stranger = await openPractice();
    assert.deepEqual(await refused(ask(10, {})), REQUIRED);
    for (const consent of [stranger.document.id, 'nothing']) {
      assert.deepEqual(await refused(ask(10, { consent })), CHANGED);
    }
    const visitor = server.visitor('198.51.100.7');
    const id = 'a'.repeat(15);
    for (let time = 0; time < 2; time += 1) await ask(10, { consent: document.id, id }, visitor);
    assert.equal((await pb.collection('booking').getFullList()).length, 1);
    const [given, ...others] = await consents();
    assert.ok(given && others.length === 0);
    assert.deepEqual(
      ['document', 'client', 'booking', 'given_at', 'manner', 'withdrawn_at', 'address'].map((name) => given[name]),
      [document.id, '', id, '2026-11-21 09:00:00.000Z', 'web', '', undefined],
    );
    const viewed = await pb.collection('consents').getOne(given.id);
    assert.deepEqual([viewed['address'], viewed['device']], ['198.51.100.7', 'Неизвестное устройство']);
    for (const filter of ['address != ""', 'device ~ "а"']) {
      assert.equal((await refusalOf(pb.collection('consents').getList(1, 1, { filter }))).status, 400);
    }
  });

  it('CONSENT-02 a record of a request takes the agreement, too', async () => {
    const { owner, document, consents } = await openPractice();
    const create = (consent?: unknown) =>
      server.visitor().collection('booking').create({
        user: owner,
        name: 'Гость',
        phone: '+7 900 000-00-00',
        date: '2026-11-23 07:00:00.000Z',
        consent,
      });
    assert.deepEqual(await refused(create()), REQUIRED);
    assert.deepEqual((await refusalOf(create('x'))).codes, { consent: 'consent_changed' });
    assert.equal((await refusalOf(create(7))).status, 400);
    await create(document.id);
    assert.equal((await consents()).length, 1);
  });

  test('CONSENT-02 each of many requests against a changing text agrees to the text that was current', async () => {
    const { bookingHash, owner, pb, consents } = await openPractice();
    const request = async (at: number): Promise<string> => {
      // Another sender and another time, because floods are refused for other reasons.
      const visitor = server.visitor(`${100 + at}.51.100.1`);
      const page = await visitor.send<BookingPage>(`/api/booking-page/${bookingHash}`, {});
      const start = Temporal.Instant.from('2026-11-23T06:00:00Z').add({
        hours: (at % 8) + 24 * (at < 40 ? at >> 3 : (at >> 3) + 2),
      });
      const body = {
        start: start.toString(),
        name: `Гость ${at}`,
        phone: '+7 900 000-00-00',
        consent: page.consent?.id,
      };
      const { id } = await visitor.send<{ id: string }>(`/api/booking-page/${bookingHash}`, { method: 'POST', body });
      return `${id} ${page.consent?.id}`;
    };
    const shown: string[] = [];
    const versions = rounds({ short: 4, long: 8 });
    for (let version = 0; version < versions; version += 1) {
      const asked = Array.from({ length: 8 }, (_, at) => request(8 * version + at));
      // Some requests are stored before the new text, the others after it.
      await Promise.any(asked);
      await addText({ pb }, `Текст ${version}`);
      for (const result of await Promise.allSettled(asked)) if (result.status === 'fulfilled') shown.push(result.value);
      // A practice with too much held time accepts no more requests.
      for (const { id } of await pb.collection('booking').getFullList({ filter: "status = 'pending'" })) {
        await pb.send(`/api/booking/${id}/reject`, { method: 'POST' });
      }
      server.clock.now = server.clock.now.add({ minutes: 61 });
    }
    server.clock.now = NOON;
    assert.ok(new Set(shown.map((one) => one.split(' ')[1])).size > versions / 2, shown.join('\n'));
    const bound = (await consents()).map(({ booking, document }) => `${booking} ${document}`);
    assert.deepEqual(bound.toSorted(), shown.toSorted());
    const { db } = server.context;
    const requests = await db.read.selectFrom('booking').select('id').where('user', '=', owner).execute();
    assert.equal(requests.length, shown.length);
  });

  it('CONSENT-03 at approval the agreement gets its client, and keeps them when the request is deleted', async () => {
    const { ask, consents, document, pb } = await openPractice();
    const { id } = await ask(10, { consent: document.id });
    const approved = await pb.send(`/api/booking/${id}/approve`, { method: 'POST' });
    assert.equal((await consents())[0]?.['client'], approved.client.id);
    await pb.collection('booking').delete(id);
    const [kept] = await consents();
    assert.deepEqual([kept?.['client'], kept?.['booking']], [approved.client.id, '']);
    await pb.collection('clients').delete(approved.client.id);
    assert.deepEqual(await consents(), []);
  });

  it('CONSENT-03 an agreement goes with a request that became no client, declined with its client or alone', async () => {
    const { ask, consents, document, pb } = await openPractice();
    const declined = await ask(10, { consent: document.id, name: 'Олег', phone: '+7 900 111-11-11' });
    await pb.send(`/api/booking/${declined.id}/reject`, { method: 'POST' });
    const alone = await ask(11, { consent: document.id });
    const client = await pb.collection('clients').create({ name: 'Олег', phone: '+7 900 111-11-11' });
    assert.equal((await consents()).length, 2);
    await pb.collection('clients').delete(client.id);
    assert.deepEqual(
      (await consents()).map(({ booking }) => booking),
      [alone.id],
    );
    await pb.collection('booking').delete(alone.id);
    assert.deepEqual(await consents(), []);
  });

  it('CONSENT-03 an agreement on paper is entered by hand, and withdrawn once', async () => {
    const { pb, document } = await openPractice();
    const client = await pb.collection('clients').create({ name: 'Олег', phone: '+7 900 111-11-11' });
    const paper = { document: document.id, client: client.id, given_at: '2026-11-20 09:00:00.000Z' };
    const create = (values: object) => pb.collection('consents').create({ ...paper, ...values });
    for (const [field, value] of [
      ['given_at', '2026-11-22 09:00:00.000Z'],
      ['given_at', ''],
      ['client', ''],
      ['document', 'x'.repeat(15)],
      ['manner', 'web'],
      ['booking', 'x'.repeat(15)],
    ] as const) {
      const { status, codes } = await refusalOf(create({ [field]: value }));
      assert.deepEqual([status, Object.keys(codes)], [400, [field]]);
    }
    const { id, manner } = await create({});
    assert.equal(manner, 'paper');
    const withdraw = (at: string) => pb.collection('consents').update(id, { withdrawn_at: at });
    for (const at of ['2026-11-19 09:00:00.000Z', '2026-11-22 09:00:00.000Z']) {
      assert.equal((await refusalOf(withdraw(at))).status, 400);
    }
    const at = '2026-11-21 08:00:00.000Z';
    for (let time = 0; time < 2; time += 1) assert.equal((await withdraw(at))['withdrawn_at'], at);
    for (const other of ['', '2026-11-21 08:30:00.000Z']) {
      assert.deepEqual(Object.keys((await refusalOf(withdraw(other))).codes), ['withdrawn_at']);
    }
    assert.equal((await refusalOf(pb.collection('consents').delete(id))).status, 403);
  });

  test('CONSENT-03 the tables themselves keep texts and agreements, and let them go with the account alone', async () => {
    const { ask, document, owner } = await openPractice();
    await ask(10, { consent: document.id });
    const { db } = server.context;
    const run = (statement: ReturnType<typeof sql>) => db.write(({ trx }) => statement.execute(trx));
    for (const statement of [
      sql`update consents set given_at = created, address = '' where "user" = ${owner}`,
      sql`update consents set document = 'x' where "user" = ${owner}`,
      sql`delete from consents where "user" = ${owner}`,
      sql`update consent_documents set text = 'Иначе' where "user" = ${owner}`,
      sql`update consent_documents set hash = ${'1'.repeat(64)} where "user" = ${owner}`,
      sql`delete from consent_documents where "user" = ${owner}`,
    ]) {
      await assert.rejects(run(statement), /consent_fixed/);
    }
    await run(sql`update users set deleted = ${'2026-11-21 09:00:00.000Z'} where id = ${owner}`);
    await run(sql`delete from consents where "user" = ${owner}`);
    await run(sql`delete from consent_documents where "user" = ${owner}`);
  });
});
