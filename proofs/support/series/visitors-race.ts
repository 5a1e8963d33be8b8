import type { FreeSlots } from '#domain/booking/booking.ts';
import { heldTimeFaults } from '#proofs/support/held-time-truth.ts';
import type { RaceSite } from '#proofs/support/races.ts';
import { type SeriesPractice, seriesPractice } from '#proofs/support/series/series-calls.ts';
import { settle } from '#proofs/support/test-server.ts';
import { addWorkingWeek } from '#proofs/support/working-week.ts';

/** Nine visitors at most get a time: a page takes no more than twenty requests an hour. */
const COUNT = 9;

export interface SeriesRace {
  milliseconds: number;
  /** Sessions of the series: all of it, or none where a visitor was before it. */
  made: number;
  /** Requests that were accepted. */
  visits: number;
  faults: string[];
}

/**
 * Saves a series that was previewed, and sends visitors for its times and those half an hour later at the same moment;
 * the save is sent after `before` of them. `spoil` runs before the look at what is stored.
 */
export async function raceSeries(
  site: RaceSite,
  { visitors, before }: { visitors: number; before: number },
  spoil: (practice: SeriesPractice) => Promise<unknown> = async () => {},
): Promise<SeriesRace> {
  const { callers, db } = site;
  const practice = await seriesPractice(await callers.practitioner());
  await addWorkingWeek(db, practice.owner, { is_available: 1 });
  const today = site.now().toZonedDateTimeISO('Europe/Moscow').toPlainDate();
  const first = today.add({ days: 2 });
  const page = `/api/booking-page/${practice.bookingHash}`;
  const { days }: FreeSlots = await callers
    .visitor()
    .send(`${page}/slots`, { query: { from: first.toString(), to: first.add({ weeks: COUNT - 1 }).toString() } });
  const starts = days
    .filter(({ date }) => first.until(Temporal.PlainDate.from(date)).days % 7 === 0)
    .flatMap(({ slots }) => slots.filter(({ time }) => time === '10:00' || time === '10:30'));
  const wish = { start: `${first.toString()}T10:00`, every_weeks: 1, count: COUNT };
  const { digest } = await practice.preview(wish);
  const calls = Array.from({ length: visitors }, (_, at) => {
    const visitor = callers.visitor();
    const body = { start: starts[at % starts.length]?.start, name: `Гость ${at}`, phone: `+7 900 000-00-${at + 10}` };
    return async (): Promise<unknown> => visitor.send(page, { method: 'POST', body });
  });
  calls.splice(before, 0, () => practice.save(wish, { digest }));
  const began = performance.now();
  const { passed, refusals } = await settle(calls.map((call) => call()));
  const milliseconds = performance.now() - began;
  await spoil(practice);
  const made = (await practice.sessions("series != ''")).length;
  const told = refusals.map(({ status, codes }) => `${status} ${Object.entries(codes).join()}`);
  const strange = told.filter((text) => text !== '409 start,slot_taken' && text !== '409 digest,series_changed');
  return {
    milliseconds,
    made,
    visits: passed - (made > 0 ? 1 : 0),
    faults: [
      ...new Set(strange.map((text) => `refused with ${text}`)),
      ...(made === 0 || made === COUNT ? [] : [`${made} sessions`]),
      ...(passed === 0 ? ['nobody passed'] : []),
      ...(await heldTimeFaults(db.read, practice.owner)),
    ],
  };
}
