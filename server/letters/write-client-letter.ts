import { isDeepStrictEqual } from 'node:util';
import { parseStoredInstant } from '#domain/time/instant.ts';
import { stopToken } from '#server/letters/address-keys.ts';
import { composeClientLetter } from '#server/letters/compose-client-letter.ts';
import { type Facts, LISTED_DATES, readFacts } from '#server/letters/read-facts.ts';
import type { Context } from '#server/context.ts';
import { pageUrl } from '#server/mail/letter-parts.ts';
import { newVisitLink, visitPath } from '#server/visit-links/visit-links.ts';
import type { LetterWriters } from '#server/mail/write-letter.ts';

/** Writers of the letters to clients and visitors. */
export const writtenLetters: LetterWriters<'client-letter'> = {
  'client-letter': async (context, { letter: id }) => {
    const facts = await readFacts(context, id);
    if (!facts) return null;
    const { kind, owner, to, session, duration, sequence, practiceZone, clientZone, names, isOfSeries } = facts;
    const written = composeClientLetter(context, {
      kind,
      to,
      starts: startsOf(facts),
      more: isOfSeries && (kind !== 'series-planned' || facts.starts.length > LISTED_DATES),
      duration,
      sequence,
      practiceZone,
      clientZone,
      names,
      uid: session === '' ? '' : `${session}@kabinet`,
      stopToken: stopToken(context, owner, to),
      visitUrl: await visitUrl(context, facts),
    });
    return { ...written, holds: async () => isDeepStrictEqual(await readFacts(context, id), facts) };
  },
};

/** Returns the address of the meeting's own page, by a link of its own for every attempt; '' where there is none. */
async function visitUrl(context: Context, { kind, owner, session, booking }: Facts): Promise<string> {
  const isRequest = kind === 'request-received';
  if (kind === 'session-cancelled' || (!isRequest && session === '')) return '';
  const opened = isRequest ? { booking } : { session };
  const token = await context.db.write(({ trx }) => newVisitLink(trx, { owner, now: context.now() }, opened));
  return pageUrl(context, visitPath(token));
}

function startsOf({ starts: [first, ...more] }: Facts): [Temporal.Instant, ...Temporal.Instant[]] {
  return [parseStoredInstant(first), ...more.slice(0, LISTED_DATES - 1).map(parseStoredInstant)];
}
