import assert from 'node:assert/strict';
import { after, before, beforeEach } from 'node:test';
import { forEachEngine } from '#proofs/support/engines.ts';
import { type LetterOffice, openLetterOffice } from '#proofs/support/letters/letter-office.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';
import { seriesPractice } from '#proofs/support/series/series-calls.ts';
import { NOON } from '#proofs/support/test-server.ts';

forEachEngine((engine) => {
  const it = sameOnBoth(engine);
  let office: LetterOffice;
  before(async () => void (office = await openLetterOffice(engine)));
  after(() => office[Symbol.asyncDispose]());
  beforeEach(() => void (office.server.clock.now = NOON));

  const linksOf = async (owner: string): Promise<number> => {
    const { read } = office.server.context.db;
    return (await read.selectFrom('visit_links').select('hash').where('user', '=', owner).execute()).length;
  };
  const shown = (text: string): number => text.match(/\/visit#token=/g)?.length ?? 0;

  /** A client with a series of Tuesdays at three, told by a letter. */
  const withSeries = async (email: string, more: object) => {
    const anna = await office.practitioner();
    const practice = await seriesPractice(anna);
    await anna.pb.collection('clients').update(practice.client, { email, reminders: 'email' });
    const { series } = await practice.save({ start: '2026-12-01T15:00', every_weeks: 1, ...more });
    await office.settle();
    const latest = () => office.taken().findLast(({ to }) => to === email);
    return { practice, anna, series: series.id, latest };
  };

  it('LETTER-04 a series that is moved but for one date says that this one is off', async () => {
    const { practice, series, latest } = await withSeries('skips@example.org', { count: 8 });
    const [first] = await practice.sessions();
    const wish = { scope: 'all', session: first?.id, start: '2026-12-01T16:00' } as const;
    await practice.change(series, wish, { decisions: { '2027-01-12': 'skip' } });
    await office.settle();
    const { text = '', calendar = '' } = latest() ?? {};
    assert.match(text, /Теперь по вторникам в 16:00, начиная с 1 декабря \(было 15:00\)/);
    assert.match(text, /Всего 7 встреч, последняя 19 января 2027 года/);
    assert.match(text, /Отменена:\n\nВстреча 12 января 2027 года, 15:00 \(по Москве\)\n/);
    assert.equal(calendar.match(/STATUS:CANCELLED/g)?.length, 1);
  });

  it('LETTER-04 a series with a longer meeting says the length of each', async () => {
    const anna = await office.practitioner();
    const practice = await seriesPractice(anna);
    await anna.pb.collection('clients').update(practice.client, { email: 'longer@example.org', reminders: 'email' });
    await practice.save({ start: '2026-12-01T15:00', every_weeks: 1, count: 3 });
    const [, second] = await practice.sessions();
    await anna.pb.collection('sessions').update(second?.id ?? '', { duration: 90 });
    await office.settle();
    const { text = '' } = office.taken().findLast(({ to }) => to === 'longer@example.org') ?? {};
    assert.deepEqual(text.match(/Раз в .*|Встреча \d.*/g), [
      'Раз в неделю, по вторникам',
      'Встреча 1 декабря, 15:00 (по Москве), 60 минут',
      'Встреча 8 декабря, 15:00 (по Москве), 90 минут',
      'Встреча 15 декабря, 15:00 (по Москве), 60 минут',
    ]);
  });

  it('LETTER-04 a new place of a series without an end is told without one', async () => {
    const { practice, anna, latest } = await withSeries('endless@example.org', {});
    await anna.session(practice.client, '2026-12-03 07:00:00.000Z');
    await office.settle();
    const { id } = await anna.pb.collection('profiles').getFirstListItem('');
    await anna.pb.collection('profiles').update(id, { place_address: 'Тверская, 1' });
    await office.settle();
    const { subject = '', text = '' } = latest() ?? {};
    assert.match(subject, /^Изменилось место/);
    assert.match(text, /И дальше так же\.\n/);
    assert.doesNotMatch(text, /Всего|последняя/);
  });

  it('LETTER-04 an own place of some meetings of a series without an end is told of those', async () => {
    const { practice, anna, latest } = await withSeries('some@example.org', {});
    const batch = anna.pb.createBatch();
    for (const { id } of (await practice.sessions()).slice(0, 8))
      batch.collection('sessions').update(id, { place: 'Парк' });
    await batch.send();
    await office.settle();
    assert.match(latest()?.text ?? '', /Всего 8 встреч, последняя 19 января 2027 года/);
  });

  it('LETTER-04 a letter about a series makes links to the meetings that it lists, and no others', async () => {
    const { practice, anna, series, latest } = await withSeries('links@example.org', {});
    assert.deepEqual([await linksOf(anna.owner), shown(latest()?.text ?? '')], [6, 6]);
    const all = await practice.sessions();
    await practice.change(series, { scope: 'all', session: all[0]?.id ?? '', start: '2026-12-01T16:00' });
    await office.settle();
    assert.match(latest()?.subject ?? '', /^Встречи перенесены\. Теперь/);
    assert.deepEqual([await linksOf(anna.owner), shown(latest()?.text ?? '')], [12, 6]);
    // Each by itself: on another day of its week.
    const [first, second, third] = await practice.sessions();
    const batch = anna.pb.createBatch();
    batch.collection('sessions').update(first?.id ?? '', { date: '2026-12-02 07:00:00.000Z' });
    batch.collection('sessions').update(second?.id ?? '', { date: '2026-12-10 09:00:00.000Z' });
    batch.collection('sessions').update(third?.id ?? '', { duration: 90 });
    await batch.send();
    await office.settle();
    assert.match(latest()?.subject ?? '', /^Встречи изменились/);
    assert.deepEqual([await linksOf(anna.owner), shown(latest()?.text ?? '')], [15, 3]);
  });
});
