import type { Decisions, SeriesChangePreview, SeriesPreview } from '#domain/series/series.ts';
import { type History, type Press, RECORDS } from '#proofs/support/letters/histories/history.ts';
import { anyOf, below, type Dice } from '#proofs/support/letters/histories/random.ts';
import { anyClient, isSilent, said, usualDate } from '#proofs/support/letters/histories/session-presses.ts';
import type { StoredSession } from '#proofs/support/letters/histories/standing.ts';

function post<Result>({ call }: History, path: string, body: object, silent = false): Promise<Result> {
  return call<Result>('POST', path, body, silent);
}

/** Whatever takes the time of an occurrence, it is planned all the same. */
function agreed({ occurrences, digest }: SeriesPreview): { decisions: Decisions; digest: string } {
  const taken = occurrences.filter(({ verdict }) => verdict !== 'free');
  return { decisions: Object.fromEntries(taken.map(({ date }) => [date, 'overlap'])), digest };
}

/** Returns any session of a series. */
function anyOfSeries({ sessions }: History, dice: Dice): StoredSession | undefined {
  return anyOf(
    [...sessions.values()].filter(({ series }) => series !== ''),
    dice,
  );
}

async function changeSeries(history: History, series: string, wish: object, silent: boolean): Promise<void> {
  const preview = await post<SeriesChangePreview>(history, `/api/series/${series}/change/preview`, wish);
  await post(history, `/api/series/${series}/change`, { ...wish, ...agreed(preview) }, silent);
}

const create: Press = async (history, dice) => {
  const silent = isSilent(dice);
  const start = `${usualDate(dice).slice(0, 13).replace(' ', 'T')}:30`;
  const [every_weeks, count] = [1 + below(dice, 2), 2 + below(dice, 6)];
  const wish = { client: anyClient(history, dice).id, start, every_weeks, count };
  await post(history, '/api/series', { ...wish, ...agreed(await post(history, '/api/series/preview', wish)) }, silent);
  return said(silent);
};

/** Makes a series of a session that stands alone. */
const repeat: Press = async (history, dice) => {
  const alone = [...history.sessions.values()].filter(({ series, status }) => series === '' && status === 'scheduled');
  const session = anyOf(alone, dice);
  if (!session) return 'nothing to press';
  const silent = isSilent(dice);
  const { id, client, startMs, duration } = session;
  const local = Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO('Europe/Moscow').toPlainDateTime();
  const start = local.toString({ smallestUnit: 'minute' });
  const wish = { client, start, every_weeks: 1, count: 2 + below(dice, 4), duration, session: id };
  await post(history, '/api/series', { ...wish, ...agreed(await post(history, '/api/series/preview', wish)) }, silent);
  // The series begins with it: one letter tells both.
  return { ...said(silent), about: [id] };
};

const change: Press = async (history, dice) => {
  const session = anyOfSeries(history, dice);
  if (!session) return 'nothing to press';
  const silent = isSilent(dice);
  const start = `${session.occurrence}T${String(10 + below(dice, 4)).padStart(2, '0')}:30`;
  const scope = dice() < 0.5 ? 'all' : 'following';
  const wish = { scope, session: session.id, start };
  const kind = dice();
  const more =
    kind < 0.3
      ? { every_weeks: 1 + below(dice, 2) }
      : kind < 0.5
        ? { duration: dice() < 0.5 ? 60 : 90 }
        : kind < 0.6
          ? { status: dice() < 0.5 ? 'reserved' : 'scheduled' }
          : {};
  await changeSeries(history, session.series, { ...wish, ...more }, silent);
  return said(silent);
};

/** Ends a series at any of its meetings, or before the first one: then nothing is left of it. */
const end: Press = async (history, dice) => {
  const session = anyOfSeries(history, dice);
  if (!session) return 'nothing to press';
  const silent = isSilent(dice);
  const { series } = session;
  const { until } = await history.call<{ until: string }>('GET', RECORDS('series', series));
  const from = dice() < 0.3 ? '2026-11-24' : session.occurrence;
  await post(history, `/api/series/${series}/end`, { from }, silent);
  history.ended.push({ series, until });
  return said(silent);
};

/** Takes the latest end back. */
const restore: Press = async (history, dice) => {
  const ended = history.ended.pop();
  if (!ended) return 'nothing to press';
  const silent = isSilent(dice);
  await changeSeries(history, ended.series, { scope: 'all', session: '', until: ended.until }, silent);
  return said(silent);
};

export const SERIES_PRESSES: Record<string, Press> = {
  series: create,
  'repeat a session': repeat,
  'change series': change,
  'end series': end,
  'end is taken back': restore,
};
