import { extendSeries } from '#server/practice/series/extend-series.ts';
import { adopt, type History, instantOf, wallOf } from '#proofs/support/series/history.ts';
import {
  applyPlan,
  daysFrom,
  type Edit,
  endModel,
  extendModel,
  monthsAhead,
  planEdit,
  type Seen,
  type SeriesModel,
} from '#proofs/support/series/series-model.ts';
import { refusalOf } from '#proofs/support/test-server.ts';

const TIMES = ['09:00', '10:00', '11:30', '14:00', '18:00'] as const;
const WORDS = ['Спокойнее', 'Говорила о сестре', 'Просила перенести'] as const;

/** Saves the first series. */
export async function begin(history: History): Promise<void> {
  const { practice, random, now } = history;
  const wish = {
    start: `2026-11-2${random(7) + 2}T${random.of(TIMES)}`,
    every_weeks: random(3) + 1,
    ...(random(2) === 0 && { count: random(12) + 2 }),
  };
  const { series } = await practice.save(wish);
  const until: string = series['until'];
  const made: SeriesModel = {
    start: wish.start,
    weeks: wish.every_weeks,
    duration: 60,
    status: 'scheduled',
    until,
    // Nothing is planned yet.
    madeUntil: now.slice(0, 10),
    cells: new Map(),
  };
  extendModel(Object.assign(made, { until: '' }), now, () => false);
  for (const date of made.cells.keys()) if (until !== '' && date > until) made.cells.delete(date);
  history.series.set(series.id, Object.assign(made, { until, madeUntil: until || monthsAhead(now) }));
  history.log.push(`begin ${JSON.stringify(wish)}`);
  await adopt(history);
}

type Step = (history: History) => Promise<void>;

export const EDITS: readonly Step[] = [
  edit,
  edit,
  edit,
  edit,
  async (history) => {
    const found = anySession(history);
    if (!found) return;
    const { session } = found;
    const news = history.random.of(WORDS);
    await update(history, session, { news }, { news });
  },
  async (history) => {
    const found = anySession(history);
    if (found) await update(history, found.session, { status: 'canceled' }, { status: 'canceled' });
  },
  async (history) => {
    const found = anySession(history);
    if (!found) return;
    const duration = history.random.of([45, 90]);
    await update(history, found.session, { duration }, { duration });
  },
  async (history) => {
    const found = anySession(history);
    if (!found) return;
    const at = `${shift(history, found.session.at.slice(0, 10), 4)}T${history.random.of(TIMES)}`;
    await update(history, found.session, { date: instantOf(at) }, { at });
  },
  async (history) => {
    const found = anySession(history);
    if (!found) return;
    await history.practice.pb.collection('sessions').delete(found.session.id);
    found.series.cells.set(found.date, 'skip');
    history.log.push(`delete ${found.date}`);
  },
  async (history) => {
    const { practice, random } = history;
    const at = `${shift(history, history.now.slice(0, 10), 60)}T${random.of(TIMES)}`;
    const { id } = await practice.pb
      .collection('sessions')
      .create({ client: practice.client, date: instantOf(at), allowOverlap: true });
    history.others.push({ id, at, duration: 60, status: 'scheduled', news: '' });
    history.log.push(`taken ${at}`);
  },
  async (history) => {
    const { server, practice, random } = history;
    const hours = 24 * (random(20) + 1) + random(5);
    server.clock.now = server.clock.now.add({ hours });
    history.now = wallOf(server.clock.now.toString());
    const { pb } = await server.signIn(practice);
    practice.pb.authStore.save(pb.authStore.token, pb.authStore.record);
    await extendSeries(server.context);
    const order = [...history.series].toSorted(([a, one], [b, other]) =>
      one.madeUntil + a < other.madeUntil + b ? -1 : 1,
    );
    for (const [, series] of order) extendModel(series, history.now, (at) => isTaken(history, at, series.duration));
    history.log.push(`now ${history.now}`);
    await adopt(history);
  },
  async (history) => {
    const [id, series] = anySeries(history);
    const from = shift(history, history.now.slice(0, 10), 30);
    const before = series.until;
    await history.practice.end(id, from);
    endModel(series, from, history.now);
    if (before !== series.until) history.ended.set(id, before);
    history.log.push(`end ${id} ${from}`);
  },
  async (history) => {
    const [id] = [...history.ended.keys()];
    const series = history.series.get(id ?? '');
    if (id === undefined || !series) return;
    const until = history.ended.get(id) ?? '';
    history.ended.delete(id);
    await change(history, id, series, { scope: 'all', pivot: series.start.slice(0, 10), until }, '');
  },
];

async function edit(history: History): Promise<void> {
  const { random } = history;
  const found = anySession(history);
  if (!found) return;
  const { id, series, date, session } = found;
  const days = random.of([-14, -7, -3, -1, 0, 1, 4, 7, 14]);
  const start = `${Temporal.PlainDate.from(date).add({ days }).toString()}T${random.of(TIMES)}`;
  const wish = {
    scope: random.of(['all', 'following'] as const),
    pivot: date,
    ...(random(2) === 0 && { start }),
    ...(random(4) === 0 && { every_weeks: random(3) + 1 }),
    ...(random(4) === 0 && { duration: random.of([50, 60, 90]) }),
    ...(random(6) === 0 && { status: 'reserved' }),
    ...(random(4) === 0 && { until: random.of(['', shift(history, date, 200)]) }),
  };
  await change(history, id, series, wish, session.id);
}

async function change(history: History, id: string, series: SeriesModel, wish: Edit, session: string): Promise<void> {
  const { practice, random, now } = history;
  const { pivot, ...rest } = wish;
  const body = { ...rest, session };
  history.log.push(`change ${pivot} ${JSON.stringify(body)}`);
  const plan = planEdit(series, wish, now);
  if (plan.isRefused) {
    const { status } = await refusalOf(practice.previewChange(id, body));
    history.log.push(`refused with ${status}`);
    return;
  }
  const { digest, occurrences, keep } = await practice.previewChange(id, body);
  const shown = [occurrences.map(({ date }) => date).join(), keep.length];
  const wanted = [[...plan.targets.keys()].join(), plan.kept.size];
  if (shown.join() !== wanted.join()) history.log.push(`shown ${shown.join()}`, `wanted ${wanted.join()}`);
  const decisions = Object.fromEntries(
    occurrences
      .filter(({ verdict }) => verdict !== 'free' || random(12) === 0)
      .map(({ date, free }) => [date, random.of(['skip', 'overlap', ...free.slice(0, 2)])]),
  );
  history.log.push(`decided ${JSON.stringify(decisions)}`);
  const { series: made } = await practice.change(id, body, { decisions, digest });
  history.series.set(made.id, applyPlan(series, wish, plan, decisions));
  history.ended.delete(id);
  await adopt(history);
}

function anySeries({ random, series }: History): [string, SeriesModel] {
  return random.of([...series]);
}

function anySession(history: History): { id: string; series: SeriesModel; date: string; session: Seen } | null {
  const { random, now } = history;
  const [id, series] = anySeries(history);
  const sessions = [...series.cells].flatMap(([date, session]) => (session === 'skip' ? [] : [{ date, session }]));
  const near = sessions.filter(({ date }) => Math.abs(daysFrom(now, date)) < 45);
  const from = near.length > 0 && random(4) > 0 ? near : sessions;
  return from.length === 0 ? null : { id, series, ...random.of(from) };
}

async function update({ practice, log }: History, session: Seen, values: object, seen: Partial<Seen>): Promise<void> {
  log.push(`update ${session.at} ${JSON.stringify(seen)}`);
  await practice.pb.collection('sessions').update(session.id, { ...values, allowOverlap: true });
  Object.assign(session, seen);
}

function shift({ random }: History, date: string, days: number): string {
  return Temporal.PlainDate.from(date)
    .add({ days: random(days * 2 + 1) - days })
    .toString();
}

function isTaken({ series, others }: History, at: string, duration: number): boolean {
  const sessions = [...others, ...[...series.values()].flatMap(({ cells }) => [...cells.values()])];
  const end = (from: string, minutes: number): string =>
    Temporal.PlainDateTime.from(from).add({ minutes }).toString({ smallestUnit: 'minute' });
  return sessions.some(
    (one) =>
      one !== 'skip' && one.status !== 'canceled' && at < end(one.at, one.duration) && one.at < end(at, duration),
  );
}
