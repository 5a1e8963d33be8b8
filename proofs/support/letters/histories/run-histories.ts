import type { Engine } from '#server/ground/db/database.ts';
import { parseLetter } from '#server/ground/mail/read-letters.ts';
import { CLIENT_PRESSES } from '#proofs/support/letters/histories/client-presses.ts';
import { openHistoryOffice, type Weather } from '#proofs/support/letters/histories/history-office.ts';
import type { TakenLetter } from '#proofs/support/letters/letter-office.ts';
import type { ReadLetter } from '#proofs/support/letters/histories/mailbox.ts';
import { type History, openHistory, type Press, pressOnce } from '#proofs/support/letters/histories/history.ts';
import { anyOf, below, diceOf } from '#proofs/support/letters/histories/random.ts';
import { SERIES_PRESSES } from '#proofs/support/letters/histories/series-presses.ts';
import { SESSION_PRESSES } from '#proofs/support/letters/histories/session-presses.ts';
import { SWITCH_PRESSES } from '#proofs/support/letters/histories/switch-presses.ts';
import { NOON } from '#proofs/support/test-server.ts';

const PRESSES = Object.entries<Press>({
  ...SESSION_PRESSES,
  ...SERIES_PRESSES,
  ...CLIENT_PRESSES,
  ...SWITCH_PRESSES,
});
const TRIED = 8;
const BEGINNINGS = Object.entries(SESSION_PRESSES).slice(0, 1);
/** Seconds from one press to the next. */
const PAUSES = [0, 0, 0, 15, 15, 30, 40, 60, 60, 100, 119, 120, 130, 280] as const;
/** Letters leave, and those that were held up follow. */
const LAST_MINUTES = [2, 2, 2, 6] as const;
/** Accounts younger than a day send no links. */
const AGE = { hours: 48 };
const AT_ONCE = 8;

/** The first of these presses that there is anything for, and how its dice fall; null where a turn passes. */
export type Step = { presses: readonly [name: string, press: Press][]; seed: number } | null;

/** What happens to all histories of a round between two presses. */
interface Turn {
  seconds: number;
  weather: Weather;
  crashes: boolean;
}

/** Returns the presses of a history: the same ones for the same round and number. */
export function stepsOf(seed: number, number: number, steps: number): Step[] {
  const dice = diceOf(seed * 100_003 + number);
  return Array.from({ length: steps }, () => {
    const rests = dice() < 0.15;
    const presses = Array.from({ length: TRIED }, () => PRESSES[below(dice, PRESSES.length)] ?? fail());
    return rests ? null : { presses: [...presses, ...BEGINNINGS], seed: below(dice, 2 ** 31) };
  });
}

function fail(): never {
  throw new Error('There are no presses.');
}

/** Of three rounds one has a mail server in trouble and senders that are killed. */
function turnsOf(seed: number, steps: number): { turns: Turn[]; isCalm: boolean } {
  const dice = diceOf(seed);
  const isCalm = dice() < 2 / 3;
  const turns = Array.from({ length: steps }, (): Turn => {
    const [seconds, trouble, kind, crash] = [anyOf(PAUSES, dice), dice(), dice(), dice()];
    const weather = kind < 0.5 ? 'busy' : 'silent';
    return { seconds, weather: isCalm || trouble > 0.2 ? 'fair' : weather, crashes: !isCalm && crash < 0.1 };
  });
  return { turns, isCalm };
}

/** A history whose clients were told wrongly. */
export interface WrongHistory {
  number: number;
  wrong: string[];
  log: string[];
}

/**
 * Runs histories side by side on one server and one clock, each in a practice of its own. Returns those whose clients were
 * told wrongly: where what was told differs from what stands once it has settled, or a letter says what its client knows.
 */
export async function runHistories(
  engine: Engine,
  seed: number,
  histories: readonly (readonly Step[])[],
): Promise<WrongHistory[]> {
  await using office = await openHistoryOffice(engine);
  const { clock } = office;
  clock.now = NOON.add(AGE);
  const all: (WrongHistory & { history: History })[] = [];
  await inPairs(histories, async (_steps, number) => {
    const history = await openHistory(office, `h${number}`);
    all[number] = { number, wrong: [], log: history.log, history };
  });
  const { turns, isCalm } = turnsOf(seed, Math.max(...histories.map((steps) => steps.length)));
  const post = new Map(
    all.flatMap((one) =>
      one.history.clients.flatMap((client) => client.emails.map((email) => [email, { client, one }] as const)),
    ),
  );
  const trouble = diceOf(seed + 1);
  const check = (isLast: boolean): void => {
    const moment = { nowMs: clock.now.epochMilliseconds, isCalm };
    for (const raw of office.arrived.splice(0)) {
      const messageId = /^message-id: <(\w+)@/im.exec(raw)?.[1] ?? '';
      const letter = { ...parseLetter('', raw), raw, messageId };
      const to = post.get(letter.to);
      if (to) to.one.wrong.push(...unwanted(to.one.history, letter));
      const read = to?.client.mailbox.take(letter);
      if (!to || !read) continue;
      const { client, one } = to;
      one.log.push(
        `  ${letter.to} gets «${read.subject}» ${read.events.map(({ event }) => `${event.uid} ${event.sequence} ${event.meeting ?? 'off'}`).join('; ')}`,
      );
      one.wrong.push(...client.read(read, moment), ...answerFaults(one.history, read.kind, client));
    }
    for (const { wrong, history } of all) {
      if (wrong.length > 0) continue;
      for (const client of history.clients) {
        const faults = client.faults(history.sessions, moment, isLast);
        wrong.push(...faults.map((fault) => `${client.id} ${fault}`));
      }
      const waits = isLast && history.requests.some(({ state, told }) => state === 'rejected' && told === '');
      if (waits) wrong.push('a rejection was not told');
    }
  };
  let hasCrashed = false;
  for (const [at, { seconds, weather, crashes }] of turns.entries()) {
    office.weather = weather;
    await inPairs(all, async ({ history, wrong }, number) => {
      const step = histories[number]?.[at];
      for (const [name, press] of wrong.length === 0 ? (step?.presses ?? []) : []) {
        if (await pressOnce(history, name, press, diceOf(step?.seed ?? 0))) break;
      }
    });
    if (hasCrashed) await office.startAgain();
    hasCrashed = crashes;
    for (const { log } of all)
      log.push(`  ${seconds} s${weather === 'fair' ? '' : `, ${weather}`}${crashes ? ', killed' : ''}`);
    clock.now = clock.now.add({ seconds });
    await office.send(crashes ? () => trouble() < 0.5 : undefined);
    check(false);
  }
  office.weather = 'fair';
  await office.startAgain();
  await inPairs(all, async ({ history, wrong }) => {
    if (wrong.length === 0) await pressOnce(history, 'letters on', SWITCH_PRESSES['letters on'] ?? fail(), trouble);
  });
  for (const [at, minutes] of LAST_MINUTES.entries()) {
    clock.now = clock.now.add({ minutes });
    await office.send();
    check(at === LAST_MINUTES.length - 1);
  }
  return all.filter(({ wrong }) => wrong.length > 0).map(({ number, wrong, log }) => ({ number, wrong, log }));
}

/** No letter leaves while those of the practice are off, or goes to an address that opted out. */
function unwanted({ offSinceMs, stopped, waysOut }: History, { to, subject, raw }: TakenLetter): string[] {
  const path = /^list-unsubscribe:\s*<https?:\/\/[^/]+([^>]+)>/im.exec(raw.replaceAll('\r\n ', ''))?.[1];
  if (path !== undefined) waysOut.set(to, path);
  return [
    ...(path === undefined ? [`«${subject}» has no way out`] : []),
    ...(offSinceMs === null ? [] : [`«${subject}» arrives while all letters are off`]),
    ...(stopped.has(to) ? [`«${subject}» arrives at ${to}, which opted out`] : []),
  ];
}

/**
 * A letter answers a request that was decided, and says nothing twice. A rejection is also the answer where the meeting of
 * an approved request came to nothing.
 */
function answerFaults({ requests }: History, kind: ReadLetter['kind'], client: unknown): string[] {
  if (kind !== 'request rejected' && kind !== 'request approved') return [];
  const answer = kind === 'request rejected' ? 'rejected' : 'approved';
  const open = requests.filter((request) => request.client === client && request.told !== answer);
  const answered =
    open.find(({ state }) => state === answer) ??
    open.find(({ state }) => state === `${answer}, perhaps told`) ??
    open.find(({ state }) => answer === 'rejected' && state === 'approved');
  if (answered) answered.told = answer;
  return answered ? [] : [`${kind} by a letter, and no request of theirs is`];
}

async function inPairs<Item>(items: readonly Item[], run: (item: Item, at: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const at = next;
      next += 1;
      const item = items[at];
      if (item !== undefined) await run(item, at);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
