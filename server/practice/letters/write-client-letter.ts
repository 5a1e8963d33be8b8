import { isDeepStrictEqual } from 'node:util';
import { isOff } from '#domain/letters/difference.ts';
import { payLines } from '#domain/letters/told-pay.ts';
import { carriesLinks } from '#domain/letters/told-place.ts';
import { paceOfAge } from '#domain/letters/pace.ts';
import { parseStoredInstant, printEpochMilliseconds } from '#domain/time/instant.ts';
import type { Context } from '#server/ground/context.ts';
import type { Write } from '#server/ground/db/database.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { strangerHash, stopToken } from '#server/practice/letters/address-keys.ts';
import { assembleClientLetter, type ComposedMeeting } from '#server/practice/letters/assemble-client-letter.ts';
import { type Facts, readFacts } from '#server/practice/letters/read-facts.ts';
import { LIMITS } from '#server/ground/limits/limit-rules.ts';
import { rememberTold } from '#server/practice/letters/remember-told.ts';
import { pageUrl } from '#server/ground/mail/letter-parts.ts';
import {
  type NewVisitLink,
  newVisitToken,
  type Opened,
  storeVisitLinks,
  visitPath,
} from '#server/practice/visit-links/visit-links.ts';
import type { AddressedLetter } from '#server/ground/mail/write-letter.ts';

const PACES = {
  new: LIMITS.clientLettersPerNewAccount,
  young: LIMITS.clientLettersPerYoungAccount,
  settled: LIMITS.clientLettersPerAccount,
} as const;

/** Writes a letter to a client or a visitor from the current facts; returns null where they no longer call for it. */
export async function writeClientLetter(
  context: Context,
  { id, attempts }: Pick<Row<'letters'>, 'id' | 'attempts'>,
): Promise<AddressedLetter | null> {
  const { db } = context;
  const facts = await readFacts(context, { reader: db.read, engine: db.engine }, id);
  if (!facts) return null;
  const { kind, owner, to } = facts;
  const opened = openedOf(facts);
  const links: NewVisitLink[] = [];
  const pageOf = (meeting: number): string => {
    const opens = opened[meeting];
    if (!opens) return '';
    const token = newVisitToken();
    links.push({ token, ...opens });
    return pageUrl(context, visitPath(token));
  };
  const written = assembleClientLetter(context, {
    ...facts,
    meetings: composedOf(facts),
    pageOf,
    stay: facts.stay?.map(parseStoredInstant) ?? null,
    payLines: facts.pay ? payLines(facts.pay, carriesLinks(parseStoredInstant(facts.registered), context.now())) : [],
    stopToken: stopToken(context, owner, to),
    timesUrl: kind === 'request-rejected' ? pageUrl(context, `/booking/${facts.bookingHash}`) : '',
  });
  return {
    ...written,
    held: facts.isHeld,
    limit: {
      rule: kind === 'session-reminder' ? LIMITS.reminders : LIMITS.clientLetters,
      key: `${owner} ${strangerHash(context, to)}`,
    },
    pace: { rule: PACES[paceOfAge(parseStoredInstant(facts.registered), context.now())], key: owner },
    handOver: async ({ trx, engine }) => {
      const holds = await readFacts(context, { reader: trx, engine }, id, facts);
      // A letter that is held since then is still sent: it no longer waits.
      if (!holds || !isDeepStrictEqual({ ...holds, isHeld: facts.isHeld }, facts)) return false;
      // Stored only now, so that no link of an unsent letter is valid.
      await storeVisitLinks(trx, { owner, now: context.now() }, links);
      await rememberLetter({ trx, engine }, { id, mayHaveTold: attempts > 1 }, facts);
      return true;
    },
  };
}

/** Stores what a letter tells its client, and updates the row, which the practitioner sees, to what is sent. */
async function rememberLetter(
  { trx, engine }: Pick<Write, 'trx' | 'engine'>,
  { id, mayHaveTold }: { id: string; mayHaveTold: boolean },
  facts: Facts,
): Promise<void> {
  const { owner, client, kind, meetings, pressed } = facts;
  const [first, ...others] = meetings;
  if (client === null || !first) return;
  const told = meetings.map(({ change, ...meeting }) => ({ ...meeting, cancelled: isOff(change) }));
  await rememberTold({ trx, engine }, { owner, client, letter: { id, replaced: mayHaveTold ? pressed : [] } }, told);
  const start = printEpochMilliseconds(first.said.startMs);
  if (kind === facts.planned.kind && start === facts.planned.start) return;
  const session = others.length === 0 ? first.session : null;
  await trx
    .updateTable('letters')
    .set({ kind, start, duration: first.said.duration, session })
    .where('user', '=', owner)
    .where('id', '=', id)
    .execute();
}

/** Returns what each named meeting's page shows; null for none. */
function openedOf(facts: Facts): (Opened | null)[] {
  const { kind, booking } = facts;
  if (kind === 'request-received') return [booking === null ? null : { booking }];
  return namedOf(facts).map(({ session, change }) => (isOff(change) ? null : { session }));
}

function namedOf({ meetings }: Facts) {
  return meetings.flatMap(({ change, ...meeting }) => (change === 'refused' ? [] : [{ ...meeting, change }]));
}

function composedOf(facts: Facts): [ComposedMeeting, ...ComposedMeeting[]] {
  const { start, duration, meetings } = facts;
  const refused = meetings.find(({ change }) => change === 'refused');
  const asked = {
    start: refused ? Temporal.Instant.fromEpochMilliseconds(refused.said.startMs) : parseStoredInstant(start),
    duration,
    change: 'asked',
    uid: '',
    sequence: 0,
    place: null,
  } as const;
  const [first, ...others] = namedOf(facts).map(({ said, was, change, uid, sequence, place }): ComposedMeeting => ({
    start: Temporal.Instant.fromEpochMilliseconds(said.startMs),
    duration: said.duration,
    change,
    ...(was && {
      was: {
        start: Temporal.Instant.fromEpochMilliseconds(was.startMs),
        duration: was.duration,
        isSamePlace: was.place === said.place,
      },
    }),
    uid,
    sequence,
    place,
  }));
  return first ? [first, ...others] : [asked];
}
