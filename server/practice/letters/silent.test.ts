import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { forEachEngine } from '#proofs/support/engines.ts';
import { type LetterOffice, openLetterOffice } from '#proofs/support/letters/letter-office.ts';
import { seriesPractice } from '#proofs/support/series/series-calls.ts';
import { NOON } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const TEN = '2026-12-01 07:00:00.000Z';
const ELEVEN = '2026-12-01 08:00:00.000Z';
const SILENT = { query: { silent: true } };

forEachEngine((engine) => {
  const it = sameOnBoth(engine);
  let office: LetterOffice;
  before(async () => void (office = await openLetterOffice(engine)));
  after(() => office[Symbol.asyncDispose]());

  it('LETTER-10 no call that asks for silence writes to a client, alone and in a batch', async () => {
    office.server.clock.now = NOON;
    const anna = await office.practitioner();
    const sessions = anna.pb.collection('sessions');
    const client = await anna.client();
    const { id: planned } = await sessions.create({ client, date: TEN }, SILENT);
    await sessions.update(planned, { date: ELEVEN }, SILENT);
    await sessions.update(planned, { status: 'canceled' }, SILENT);
    await sessions.delete(planned, SILENT);
    const batch = anna.pb.createBatch();
    batch.collection('sessions').create({ client, date: TEN }, SILENT);
    await batch.send();
    const practice = await seriesPractice(anna);
    await anna.pb.collection('clients').update(practice.client, { email: 'serial@example.org' });
    const post = (path: string, body: object) => anna.pb.send(path, { method: 'POST', body, ...SILENT });
    const wish = { client: practice.client, start: '2026-12-02T10:00', every_weeks: 1, count: 8 };
    const { digest } = await practice.preview(wish);
    const { series } = await post('/api/series', { ...wish, digest });
    const [first] = await practice.sessions(`series = '${series.id}'`);
    const change = { scope: 'all', session: first?.id, start: '2026-12-02T12:00' };
    const changed = await practice.previewChange(series.id, change);
    await post(`/api/series/${series.id}/change`, { ...change, digest: changed.digest });
    await post(`/api/series/${series.id}/end`, { from: '2026-12-10' });
    for (const decision of ['approve', 'reject', 'reject-all-from-sender']) {
      const body = { name: 'Олег Смирнов', phone: '+7 916 555-00-01', email: `${decision}@example.org` };
      const start = Temporal.Instant.from('2026-12-03T06:00:00Z').toString();
      const path = `/api/booking-page/${anna.bookingHash}`;
      const asked = { method: 'POST', body: { ...body, start } };
      const { id } = await office.server.visitor().send<{ id: string }>(path, asked);
      const made = await post(`/api/booking/${id}/${decision}`, {});
      if (decision === 'approve') await sessions.delete(made.session.id, SILENT);
    }
    await office.advance({ minutes: 10 });
    const told = (await anna.told()).filter((letter) => !letter.startsWith('request-received'));
    assert.deepEqual(told, []);
  });

  it('LETTER-04 LETTER-10 what stood without a letter and is moved with one is no second meeting', async () => {
    office.server.clock.now = NOON;
    const anna = await office.practitioner();
    const sessions = anna.pb.collection('sessions');
    const client = await anna.client({ email: 'by-phone@example.org' });
    const toldOf = async (id: string) =>
      (await anna.pb.send<{ told: string[] }>('/api/letters/told', { query: { ids: `-,${id}` } })).told;
    const { id } = await sessions.create({ client, date: TEN }, SILENT);
    await office.settle();
    assert.deepEqual(await toldOf(id), []);
    await sessions.update(id, { date: ELEVEN });
    await office.settle();
    const [moved, ...others] = office.taken().filter(({ to }) => to === 'by-phone@example.org');
    assert.deepEqual(others, []);
    assert.match(moved?.text ?? '', /^Встреча перенесена\n\nНовое время: 1 декабря, 11:00/);
    assert.deepEqual(await toldOf(id), [id]);
  });

  it('LETTER-04 LETTER-10 a series planned without a letter and moved with one says both hours', async () => {
    office.server.clock.now = NOON;
    const anna = await office.practitioner();
    const practice = await seriesPractice(anna);
    await anna.pb.collection('clients').update(practice.client, { email: 'by-word@example.org', reminders: 'email' });
    const wish = { client: practice.client, start: '2026-12-01T15:00', every_weeks: 1, count: 8 };
    const { digest } = await practice.preview(wish);
    const made = { method: 'POST', body: { ...wish, digest }, ...SILENT };
    const { series } = await anna.pb.send<{ series: { id: string } }>('/api/series', made);
    const [first] = await practice.sessions(`series = '${series.id}'`);
    const moved = { scope: 'all', session: first?.id, start: '2026-12-01T16:00' } as const;
    await practice.change(series.id, moved, { decisions: { '2027-01-12': 'skip' } });
    await office.settle();
    const { text = '' } = office.taken().findLast(({ to }) => to === 'by-word@example.org') ?? {};
    assert.match(text, /Теперь по вторникам в 16:00, начиная с 1 декабря \(было 15:00\)/);
    assert.match(text, /Всего 7 встреч, последняя 19 января 2027 года\n+Кроме этих дат: 12 января 2027 года/);
  });
});
