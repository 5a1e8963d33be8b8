import { isDeepStrictEqual } from 'node:util';
import { parseStoredInstant } from '#domain/time/instant.ts';
import { stopToken } from '#server/letters/address-keys.ts';
import { composeClientLetter } from '#server/letters/compose-client-letter.ts';
import { type Facts, LISTED_DATES, readFacts } from '#server/letters/read-facts.ts';
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
      visitUrl: '',
    });
    return { ...written, holds: async () => isDeepStrictEqual(await readFacts(context, id), facts) };
  },
};

function startsOf({ starts: [first, ...more] }: Facts): [Temporal.Instant, ...Temporal.Instant[]] {
  return [parseStoredInstant(first), ...more.slice(0, LISTED_DATES - 1).map(parseStoredInstant)];
}
