import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { showLetter } from '#web/sessions/letter-words.ts';
import { sessionLettersQuery } from '#web/sessions/queries.ts';
import classes from '#web/sessions/SessionForm.module.css';
import { useNow } from '#web/ui/page/use-now.ts';

/** What was sent to the client about a session, the newest first (LETTER-07); nothing where nothing was. */
export function SessionLetters({ session, timeZone }: { session: string; timeZone: string }) {
  const now = useNow();
  const { data, isPending, isError, isFetching, refetch } = useQuery(sessionLettersQuery(session));
  if (isPending) {
    return (
      <p role="status" className={classes.coming}>
        Загрузка писем...
      </p>
    );
  }
  if (isError && !data) {
    return (
      <div role="alert" className={classes.actions}>
        <p className={classes.remark}>Не&nbsp;удалось узнать, какие письма отправлены.</p>
        <Button variant="default" onClick={() => void refetch()} disabled={isFetching}>
          Повторить
        </Button>
      </div>
    );
  }
  if (data.length === 0) return null;
  return (
    <section aria-label="Письма клиенту">
      <h3 className={classes.label}>Письма клиенту</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari forgets that a list without bullets is a list */}
      <ul role="list" className={classes.letters}>
        {data.map((letter) => (
          <li key={letter.id}>{showLetter(letter, timeZone, now)}</li>
        ))}
      </ul>
    </section>
  );
}
