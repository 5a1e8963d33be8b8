import type { ClientModel } from '#proofs/support/letters/histories/client-model.ts';
import {
  type AskedRequest,
  type History,
  nowOf,
  type Press,
  RECORDS,
} from '#proofs/support/letters/histories/history.ts';
import { anyOf } from '#proofs/support/letters/histories/random.ts';
import { anyClient } from '#proofs/support/letters/histories/session-presses.ts';

/** What was dropped comes back where letters are on again so soon. */
const SETTLES_MS = 120_000;
/** With three of ten letters answered by an opt-out all others would wait for the operator (LETTER-09). */
const MOST_STOPPED = 2;

async function switchOwnOff(history: History, client: ClientModel): Promise<void> {
  await history.call('PATCH', RECORDS('clients', client.id), { reminders: 'none' });
  client.switchOff('own', nowOf(history));
}

const off: Press = (history, dice) => switchOwnOff(history, anyClient(history, dice));

const allOff: Press = async (history) => {
  if (history.offSinceMs !== null) return 'nothing to press';
  await history.call('PATCH', RECORDS('profiles', history.profile), { client_letters: false });
  history.offSinceMs = nowOf(history);
  for (const client of history.clients) client.switchOff('all', nowOf(history));
};

/** Nothing more goes to a visitor who opted out, or who waited for so long that the rejection is not told by itself. */
function forgetRejections(
  { requests }: History,
  isTheirs: (email: string) => boolean,
  state: AskedRequest['state'] = 'rejected silently',
): void {
  for (const request of requests) {
    const isOpen = request.state === 'rejected' || request.state === 'rejected, perhaps told';
    if (isOpen && request.told !== 'rejected' && isTheirs(request.email)) request.state = state;
  }
}

/** Back so soon, a visitor is told where the letters of the practice are switched on again as well. */
function rememberRejections({ requests }: History, email: string): void {
  for (const request of requests) {
    if (request.state === 'rejected, opted out' && request.email === email) request.state = 'rejected, perhaps told';
  }
}

async function switchAllOn(history: History): Promise<void> {
  if (history.offSinceMs === null) return;
  await history.call('PATCH', RECORDS('profiles', history.profile), { client_letters: true });
  if (nowOf(history) - history.offSinceMs > SETTLES_MS) forgetRejections(history, () => true);
  history.offSinceMs = null;
  for (const client of history.clients) client.switchOn('all', history.sessions, nowOf(history));
}

/** An address that opted out gets letters again where the practitioner gives it anew with them (LETTER-06). */
async function switchOwnOn(history: History): Promise<void> {
  for (const client of history.clients.filter((one) => one.isOffBy('own'))) {
    const email = client.emails[client.address];
    const anew = history.stopped.has(email) ? { email } : {};
    await history.call('PATCH', RECORDS('clients', client.id), { ...anew, reminders: 'email' });
    const stoppedMs = history.stopped.get(email) ?? -Infinity;
    if (nowOf(history) - stoppedMs <= SETTLES_MS) rememberRejections(history, email);
    history.stopped.delete(email);
    client.switchOn('own', history.sessions, nowOf(history));
  }
}

const on: Press = async (history, dice) => {
  if (!history.clients.some(({ isOff }) => isOff)) return 'nothing to press';
  const ways = [switchAllOn, switchOwnOn];
  for (const way of dice() < 0.5 ? ways : ways.toReversed()) await way(history);
  return {};
};

const someOn: Press = async (history, dice) => {
  if (!history.clients.some(({ isOff }) => isOff)) return 'nothing to press';
  await (dice() < 0.5 ? switchAllOn : switchOwnOn)(history);
  return {};
};

/** Both switches off and on again within the same second. */
const offAndOn: Press = async (history, dice) => {
  const client = anyClient(history, dice);
  if (client.isOff) return 'nothing to press';
  const offs = [() => allOff(history, dice), () => switchOwnOff(history, client)];
  for (const way of dice() < 0.5 ? offs : offs.toReversed()) await way();
  const ons = [switchAllOn, switchOwnOn];
  for (const way of dice() < 0.5 ? ons : ons.toReversed()) await way(history);
  return {};
};

const otherAddress: Press = async (history, dice) => {
  const client = anyClient(history, dice);
  client.address = client.address === 0 ? 1 : 0;
  const email = client.emails[client.address];
  await history.call('PATCH', RECORDS('clients', client.id), { email });
  if (history.stopped.has(email)) client.switchOff('own', nowOf(history));
};

/** The provider's one click, from a letter that arrived at any time. */
const optOut: Press = async (history, dice) => {
  const { waysOut, stopped, clients } = history;
  if (stopped.size >= MOST_STOPPED) return 'nothing to press';
  const found = anyOf(
    [...waysOut].filter(([email]) => !stopped.has(email)),
    dice,
  );
  if (!found) return 'nothing to press';
  const [email, path] = found;
  await history.visit('POST', path);
  stopped.set(email, nowOf(history));
  forgetRejections(history, (one) => one === email, 'rejected, opted out');
  for (const { email: one, client, session, told } of history.requests) {
    if (one === email && told !== 'approved' && session !== '') client.spare(session, history.sessions);
  }
  for (const client of clients) {
    if (client.emails[client.address] === email) client.switchOff('own', nowOf(history));
  }
  return {};
};

export const SWITCH_PRESSES: Record<string, Press> = {
  'letters off': off,
  'all letters off': allOff,
  'letters on': on,
  'letters on again': on,
  'some letters on': someOn,
  'letters off and on': offAndOn,
  'another address': otherAddress,
  'an opt-out': optOut,
};
