import { useQuery } from '@tanstack/react-query';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { letterAddress } from '#web/practice/letters/letter-address.ts';
import { listedLetters, showLetter, showLettersOff, withReminder } from '#web/practice/sessions/letter-words.ts';
import { sessionLettersQuery, type SessionRecord } from '#web/practice/sessions/queries.ts';
import classes from '#web/practice/sessions/SessionForm.module.css';
import { useNow } from '#web/ui/page/use-now.ts';
import { RetryButton } from '#web/ui/page/RetryButton.tsx';

interface SessionLettersProps {
  session: SessionRecord;
  ahead: boolean;
  timeZone: string;
}

/**
 * The letters sent to the client about a session (LETTER-07), or why none are sent; renders nothing if there is
 * neither.
 */
export function SessionLetters({ session, ahead, timeZone }: SessionLettersProps) {
  const now = useNow();
  const { data, isPending, isError, refetch } = useQuery(sessionLettersQuery(session.id));
  const profile = useProfile();
  const client = session.expand?.client;
  const off = client?.letters_off ?? '';
  // A cancelled session needs no notice that letters are off.
  const why = session.status === 'canceled' ? '' : off;
  const reminded = {
    ...profile,
    date: session.date,
    remind_from: session.remind_from,
    client_zone: client?.time_zone ?? '',
    practice_zone: profile.time_zone,
    isTold: ahead && session.status === 'scheduled' && letterAddress(client, profile.client_letters) !== '',
  };
  if (isPending) {
    return (
      <>
        <p role="status" className="visually-hidden">
          Загрузка писем...
        </p>
        {/* A client with a reminder has at least its line, so this reserves the space for it. */}
        {reminded.isTold && <div aria-hidden className={classes.lettersComing} />}
      </>
    );
  }
  if (isError && !data) {
    return (
      <div role="alert" className={classes.actions}>
        <p className={classes.remark}>Не&nbsp;удалось узнать, какие письма отправлены.</p>
        <RetryButton onRetry={() => void refetch()} />
      </div>
    );
  }
  const letters = listedLetters(withReminder(data, reminded, now));
  const silent = ahead && off !== '' && showLettersOff(off);
  if (letters.length === 0 && !silent) return null;
  return (
    <section aria-label="Письма клиенту">
      <h3 className={classes.label}>Письма клиенту</h3>
      {silent && <p className={classes.remark}>{silent}</p>}
      {letters.length > 0 && (
        <LetterList
          letters={letters.map((letter) => ({
            id: letter.id,
            text: showLetter(letter, why, timeZone, now),
          }))}
        />
      )}
    </section>
  );
}

function LetterList({ letters }: { letters: readonly { id: string; text: string }[] }) {
  return (
    <ul role="list" className="small secondary grid gap-1">
      {letters.map(({ id, text }) => (
        <li key={id}>{text}</li>
      ))}
    </ul>
  );
}
