import { newRecordId } from '#server/ground/identity/record-id.ts';
import type { ClientModel } from '#proofs/support/letters/histories/client-model.ts';
import { type History, nowOf, type Press, RECORDS, type Said } from '#proofs/support/letters/histories/history.ts';
import { anyOf, below, type Dice } from '#proofs/support/letters/histories/random.ts';
import type { StoredSession } from '#proofs/support/letters/histories/standing.ts';

/** More than a week after a history begins: no reminder falls due. */
const FIRST_DAY = Temporal.PlainDate.from('2026-12-01');
const DAY = { hours: 24 };
const MINUTE = 60_000;

/** Returns whether a press is without a letter. */
export function isSilent(dice: Dice): boolean {
  return dice() < 0.1;
}

export function said(silent: boolean, about: readonly string[] = []): Said {
  return silent ? { voice: 'silent', about } : {};
}

export function anyClient({ clients }: History, dice: Dice): ClientModel {
  return anyOf(clients, dice);
}

/** Returns a start in the stored form: mostly in December, at times just ahead or where its reminder is about to leave. */
function anyDate(history: History, dice: Dice): string {
  const kind = dice();
  const now = Math.ceil(nowOf(history) / MINUTE) * MINUTE;
  if (kind < 0.03) return stored(Temporal.Instant.fromEpochMilliseconds(now + (1 + below(dice, 9)) * MINUTE));
  if (kind < 0.06) return stored(Temporal.Instant.fromEpochMilliseconds(now + below(dice, 9) * MINUTE).add(DAY));
  return usualDate(dice);
}

export function usualDate(dice: Dice): string {
  const date = FIRST_DAY.add({ days: below(dice, 12) });
  return `${date.toString()} ${String(7 + below(dice, 4)).padStart(2, '0')}:00:00.000Z`;
}

function stored(instant: Temporal.Instant): string {
  return instant.toString({ fractionalSecondDigits: 3 }).replace('T', ' ');
}

function anySession({ sessions }: History, dice: Dice): StoredSession | undefined {
  return anyOf([...sessions.values()], dice);
}

/** Changes a session, sometimes without a word. */
async function change(
  history: History,
  dice: Dice,
  values: (session: StoredSession) => object,
): Promise<Said | 'nothing to press'> {
  const session = anySession(history, dice);
  if (!session) return 'nothing to press';
  const silent = isSilent(dice);
  const body = { ...values(session), allowOverlap: true };
  await history.call('PATCH', RECORDS('sessions', session.id), body, silent);
  return said(silent, [session.id]);
}

const plan: Press = async (history, dice) => {
  const { id: client } = anyClient(history, dice);
  const [silent, status] = [isSilent(dice), dice() < 0.1 ? 'reserved' : 'scheduled'];
  const body = { id: newRecordId(), client, date: anyDate(history, dice), status, allowOverlap: true };
  await history.call('POST', RECORDS('sessions'), body, silent);
  return said(silent);
};

const remove: Press = async (history, dice) => {
  const session = anySession(history, dice);
  if (!session) return 'nothing to press';
  const silent = isSilent(dice);
  await history.call('DELETE', RECORDS('sessions', session.id), undefined, silent);
  history.deleted = session;
  return said(silent);
};

const comeBack: Press = async (history) => {
  const { deleted } = history;
  if (!deleted) return 'nothing to press';
  history.deleted = null;
  const { id, client, date, duration, status, place } = deleted;
  const body = { id, client, date, duration, status, place, allowOverlap: true };
  await history.call('POST', RECORDS('sessions'), body);
};

const vacation: Press = async (history, dice) => {
  const from = usualDate(dice);
  const silent = isSilent(dice);
  const met = [...history.sessions.values()].filter(({ date, status }) => status === 'scheduled' && date >= from);
  if (met.length === 0) return 'nothing to press';
  const requests = met.slice(0, 20).map(({ id }) => ({
    method: 'PATCH',
    url: `${RECORDS('sessions', id)}${silent ? '?silent=true' : ''}`,
    body: { status: 'canceled' },
  }));
  await history.call('POST', '/api/batch', { requests });
  return said(silent);
};

/** One after the other within the same second: moved, and moved back. */
const moveAndUndo: Press = async (history, dice) => {
  const session = anySession(history, dice);
  if (!session) return 'nothing to press';
  const other = usualDate(dice);
  if (other === session.date) return 'nothing to press';
  for (const date of [other, session.date]) {
    await history.call('PATCH', RECORDS('sessions', session.id), { date, allowOverlap: true });
  }
  return { about: [session.id] };
};

export const SESSION_PRESSES: Record<string, Press> = {
  plan,
  'plan more': plan,
  move: (history, dice) => change(history, dice, () => ({ date: anyDate(history, dice) })),
  'move again': (history, dice) => change(history, dice, () => ({ date: usualDate(dice) })),
  'move and undo': moveAndUndo,
  length: (history, dice) => change(history, dice, () => ({ duration: dice() < 0.5 ? 60 : 90 })),
  place: (history, dice) => change(history, dice, () => ({ place: dice() < 0.5 ? '' : 'Парк' })),
  status: (history, dice) =>
    change(history, dice, () => ({ status: anyOf(['canceled', 'scheduled', 'reserved'], dice) })),
  'other client': (history, dice) => change(history, dice, () => ({ client: anyClient(history, dice).id })),
  delete: remove,
  'come back': comeBack,
  vacation,
};
