import { Button } from '@mantine/core';
import { type Repeated, useRepeat } from '#web/sessions/use-repeat.ts';

/** Plans the client's next session a week after this one, by one press (SESSION-14). */
export function RepeatNextWeek({ session }: { session: Repeated }) {
  return <Repeat key={session.id} session={session} />;
}

function Repeat({ session }: { session: Repeated }) {
  const { repeat, pending } = useRepeat(session);
  return (
    <Button variant="default" onClick={repeat} aria-busy={pending || undefined}>
      Повторить через неделю
    </Button>
  );
}
