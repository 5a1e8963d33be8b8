import { isDeepStrictEqual } from 'node:util';
import { paceOfAge } from '#domain/letters/pace.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';
import type { Context } from '#server/ground/context.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { strangerHash, stopToken } from '#server/practice/letters/address-keys.ts';
import { assembleClientLetter } from '#server/practice/letters/assemble-client-letter.ts';
import { areHeld } from '#server/practice/letters/hold-letters.ts';
import { type Facts, LISTED_DATES, readFacts } from '#server/practice/letters/read-facts.ts';
import { LIMITS } from '#server/ground/limits/limit-rules.ts';
import { pageUrl } from '#server/ground/mail/letter-parts.ts';
import {
  type NewVisitLink,
  newVisitToken,
  storeVisitLink,
  visitPath,
} from '#server/practice/visit-links/visit-links.ts';
import type { AddressedLetter } from '#server/ground/mail/write-letter.ts';

const PACES = {
  new: LIMITS.clientLettersPerNewAccount,
  young: LIMITS.clientLettersPerYoungAccount,
  settled: LIMITS.clientLettersPerAccount,
} as const;

/** Writes a letter to a client or a visitor with what holds now; returns null where it no longer does. */
export async function writeClientLetter(
  context: Context,
  { id }: Pick<Row<'letters'>, 'id'>,
): Promise<AddressedLetter | null> {
  const facts = await readFacts(context, context.db.read, id);
  if (!facts) return null;
  const link = linkOf(facts);
  const { kind, owner, to, session, duration, sequence, practiceZone, clientZone, names, isOfSeries } = facts;
  const { replyTo, phone } = facts;
  const written = assembleClientLetter(context, {
    kind,
    to,
    starts: startsOf(facts),
    more: isOfSeries && (kind !== 'series-planned' || facts.starts.length > LISTED_DATES),
    duration,
    sequence,
    practiceZone,
    clientZone,
    names,
    replyTo,
    phone,
    uid: session === null ? '' : `${session}@kabinet`,
    stopToken: stopToken(context, owner, to),
    visitUrl: link === null ? timesUrl(context, facts) : pageUrl(context, visitPath(link.token)),
  });
  return {
    ...written,
    held: await areHeld(context.db.read, owner),
    limit: {
      rule: kind === 'session-reminder' ? LIMITS.reminders : LIMITS.clientLetters,
      key: `${owner} ${strangerHash(context, to)}`,
    },
    pace: { rule: PACES[paceOfAge(parseStoredInstant(facts.registered), context.now())], key: owner },
    handOver: async ({ trx }) => {
      if (!isDeepStrictEqual(await readFacts(context, trx, id, facts), facts)) return false;
      // A link that never left opens nothing.
      if (link) await storeVisitLink(trx, { owner, now: context.now() }, link);
      return true;
    },
  };
}

/** Returns the page where another time is chosen after a rejection; '' for other letters. */
function timesUrl(context: Context, { kind, bookingHash }: Facts): string {
  return kind === 'request-rejected' ? pageUrl(context, `/booking/${bookingHash}`) : '';
}

/** Returns a new link to the meeting's own page; null where it has none. */
function linkOf({ kind, session, booking }: Facts): NewVisitLink | null {
  const token = newVisitToken();
  if (kind === 'request-received') return booking === null ? null : { token, booking };
  return kind === 'session-cancelled' || session === null ? null : { token, session };
}

function startsOf({ starts: [first, ...more] }: Facts): [Temporal.Instant, ...Temporal.Instant[]] {
  return [parseStoredInstant(first), ...more.slice(0, LISTED_DATES - 1).map(parseStoredInstant)];
}
