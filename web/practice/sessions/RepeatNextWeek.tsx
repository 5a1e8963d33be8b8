import { Button } from '@mantine/core';
import { useId } from 'react';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { letterAddress, type LetterReader } from '#web/practice/sessions/letter-address.ts';
import classes from '#web/practice/sessions/RepeatNextWeek.module.css';
import { type Repeated, useRepeat } from '#web/practice/sessions/use-repeat.ts';

interface RepeatNextWeekProps {
  session: Repeated;
  client: LetterReader;
}

/** Plans the client's next session a week after this one, by one press (SESSION-14), and says before where a letter goes. */
export function RepeatNextWeek(props: RepeatNextWeekProps) {
  return <Repeat key={props.session.id} {...props} />;
}

function Repeat({ session, client }: RepeatNextWeekProps) {
  const id = useId();
  const { repeat, pending } = useRepeat(session);
  const letters = letterAddress(client, useProfile().client_letters);
  return (
    <div className={classes.repeat}>
      <Button
        variant="default"
        onClick={repeat}
        aria-busy={pending || undefined}
        aria-describedby={letters === '' ? undefined : id}
      >
        Повторить через неделю
      </Button>
      {letters !== '' && (
        <p id={id} className={`${classes.letter} screen-only`}>
          Клиенту сразу уйдёт письмо о&nbsp;записи: {letters}
        </p>
      )}
    </div>
  );
}
