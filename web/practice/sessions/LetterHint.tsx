import { letterOfChange } from '#domain/letters/letter-of-change.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { type LetterReader, letterAddress } from '#web/practice/sessions/letter-address.ts';
import { showLeaving } from '#web/practice/sessions/letter-words.ts';
import { startOf } from '#web/practice/sessions/session-form.ts';
import classes from '#web/practice/sessions/SessionForm.module.css';
import type { SessionEditing } from '#web/practice/sessions/use-session-form.ts';

type LetterHintProps = Pick<SessionEditing, 'session' | 'values' | 'timeZone' | 'series'> & {
  client: LetterReader | undefined;
};

/** Names the letter that saving sends to the client (LETTER-02). */
export function LetterHint({ session, values, timeZone, series, client }: LetterHintProps) {
  const to = letterAddress(client, useProfile().client_letters);
  const start = startOf(values, timeZone);
  if (!to || !start) return null;
  const meeting = (startMs: number, status: string) => ({ client: to, startMs, status });
  const kind = letterOfChange({
    before: session && meeting(parseStoredInstant(session.date).epochMilliseconds, session.status),
    after: meeting(start.epochMilliseconds, values.status),
    toldMs: null,
    waiting: null,
    nowMs: Temporal.Now.instant().epochMilliseconds,
  });
  return kind && <p className={classes.remark}>{showLeaving(kind, series !== null, to)}</p>;
}
