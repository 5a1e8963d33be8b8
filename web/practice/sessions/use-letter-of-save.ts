import { readClock } from '#web/ground/browser/clock.ts';
import { type LetterReader, letterAddress } from '#web/practice/letters/letter-address.ts';
import type { Leaving } from '#web/practice/letters/leaving.ts';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { startOf } from '#web/practice/sessions/session-form.ts';
import { addressOf, letterOfSession } from '#web/practice/sessions/letter-of-session.ts';
import { useKnownLetters } from '#web/practice/sessions/use-known-letters.ts';
import type { SessionEditing } from '#web/practice/sessions/use-session-form.ts';

/** Returns the letter that saving a form sends to the client, and its address (LETTER-02). */
export function useLetterOfSave(
  { session, values, timeZone, series }: Pick<SessionEditing, 'session' | 'values' | 'timeZone' | 'series'>,
  client: LetterReader | undefined,
): { kind: Leaving | null; to: readonly string[] } {
  const to = letterAddress(client, useProfile().client_letters);
  const known = useKnownLetters(session, to !== '');
  const start = startOf(values, timeZone);
  if (!to || !start) return { kind: null, to: [] };
  const wished = {
    startMs: start.epochMilliseconds,
    duration: Number(values.duration),
    place: values.place,
    status: values.status,
  };
  const kind = letterOfSession(session, wished, known, readClock().epochMilliseconds);
  return { kind: kind && series ? 'series-planned' : kind, to: [addressOf(kind, to, known.letters)] };
}
