import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { forEachEngine } from '#proofs/support/engines.ts';
import { type LetterOffice, openLetterOffice } from '#proofs/support/letters/letter-office.ts';
import { type SeriesPractice, seriesPractice } from '#proofs/support/series/series-calls.ts';
import { NOON } from '#proofs/support/test-server.ts';

const UNTIL_JANUARY = { start: '2026-12-01T10:00', every_weeks: 1, until: '2027-01-31' };

forEachEngine((engine) => {
  let office: LetterOffice;
  before(async () => void (office = await openLetterOffice(engine)));
  after(() => office[Symbol.asyncDispose]());
  beforeEach(() => {
    office.server.clock.now = NOON;
    office.smtp.behaviour = 'accept';
  });

  const practice = async (): Promise<SeriesPractice> => {
    const one = await seriesPractice(await office.practitioner());
    await one.pb.collection('clients').update(one.client, { email: `${one.client}@example.org` });
    return one;
  };
  const subjectsTo = ({ client }: SeriesPractice): string[] => lettersTo(client).map(({ subject }) => subject);
  const lettersTo = (client: string) => office.taken().filter(({ to }) => to === `${client}@example.org`);
  const skip = (anna: SeriesPractice, series: string, dates: readonly string[], change: object = {}) =>
    anna.change(
      series,
      { scope: 'all', session: '', ...change },
      { decisions: Object.fromEntries(dates.map((date) => [date, 'skip' as const])) },
    );

  test('LETTER-04 dates skipped of a series that goes on are named in one letter', async () => {
    const anna = await practice();
    const { series } = await anna.save(UNTIL_JANUARY);
    await office.settle();
    await skip(anna, series.id, ['2026-12-15', '2026-12-29']);
    await office.settle();
    assert.deepEqual(subjectsTo(anna).slice(1), ['Встречи отменены, первая 15 декабря, 10:00 (по Москве)']);
    const { calendar = '', text = '' } = lettersTo(anna.client).at(-1) ?? {};
    assert.match(calendar, /METHOD:CANCEL/);
    assert.equal(calendar.match(/STATUS:CANCELLED/g)?.length, 2);
    assert.match(text, /Встреча 29 декабря, 10:00/);
    assert.ok(!text.includes('все следующие'));
  });

  test('LETTER-04 the same where the change begins a new series that keeps its dates', async () => {
    const anna = await practice();
    const { series } = await anna.save(UNTIL_JANUARY);
    await office.settle();
    const session = (await anna.sessions())[1]?.id;
    await skip(anna, series.id, ['2026-12-15'], { scope: 'following', session });
    await office.settle();
    assert.deepEqual(subjectsTo(anna).slice(1), ['Встреча отменена: 15 декабря, 10:00 (по Москве)']);
    const [later] = (await anna.sessions()).filter(({ date }) => date.startsWith('2026-12-22'));
    await anna.pb.collection('sessions').delete(later?.id ?? '');
    await office.settle();
    assert.match(subjectsTo(anna).at(-1) ?? '', /^Встреча отменена: 22 декабря/, 'the letter of before named its date');
    await anna.end(String(later?.series), '2026-12-23');
    await office.settle();
    assert.match(lettersTo(anna.client).at(-1)?.text ?? '', /29 декабря/);
  });

  test('LETTER-04 an end that keeps sessions names them, and one that keeps none says so', async () => {
    const anna = await practice();
    const { series } = await anna.save(UNTIL_JANUARY);
    await office.settle();
    const kept = (await anna.sessions())[4];
    assert.ok(kept);
    await anna.pb.collection('sessions').update(kept.id, { date: '2026-12-29 10:00:00.000Z' });
    await office.advance({ minutes: 2 });
    const count = subjectsTo(anna).length;
    await anna.end(series.id, '2026-12-14');
    await office.settle();
    assert.deepEqual(subjectsTo(anna).slice(count), ['Встречи отменены, первая 15 декабря, 10:00 (по Москве)']);
    const { text = '' } = lettersTo(anna.client).at(-1) ?? {};
    assert.match(text, /И все следующие, кроме этих:\s+Встреча 29 декабря, 13:00 \(по Москве\)/);
    await anna.pb.collection('sessions').delete(kept.id);
    await office.settle();
    await anna.end(series.id, '2026-12-07');
    await office.settle();
    assert.equal(subjectsTo(anna).at(-1), 'Встреча отменена: 8 декабря, 10:00 (по Москве)');
    const { series: next } = await anna.save({ ...UNTIL_JANUARY, start: '2026-12-01T15:00' });
    await office.settle();
    await anna.end(next.id, '2026-12-07');
    await office.settle();
    assert.match(lettersTo(anna.client).at(-1)?.text ?? '', /И все следующие\./);
  });

  test('LETTER-04 a date skipped while the letter about the series waits leaves that letter alone', async () => {
    const anna = await practice();
    office.smtp.behaviour = 'busy';
    const { series } = await anna.save(UNTIL_JANUARY);
    await office.settle();
    await skip(anna, series.id, ['2026-12-01']);
    office.smtp.behaviour = 'accept';
    await office.advance({ minutes: 10 });
    assert.deepEqual(subjectsTo(anna), ['Встречи назначены, первая 8 декабря, 10:00 (по Москве)']);
  });
});
