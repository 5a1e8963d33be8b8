import { Button } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { type Repeated, useRepeat } from '#web/practice/sessions/use-repeat.ts';

interface RepeatNextWeekProps {
  session: Repeated;
  /** Where the letter about it goes. */
  to: readonly string[];
  silent: boolean;
  describedBy: string | undefined;
}

/** Plans the client's next session a week after this one, by one press (SESSION-14). */
export function RepeatNextWeek(props: RepeatNextWeekProps) {
  return <Repeat key={props.session.id} {...props} />;
}

function Repeat({ session, to, silent, describedBy }: RepeatNextWeekProps) {
  const { repeat, pending } = useRepeat(session, { to, silent });
  return (
    <Button
      variant="default"
      leftSection={<IconRepeat aria-hidden size={18} stroke={1.6} />}
      onClick={repeat}
      aria-busy={pending || undefined}
      aria-describedby={describedBy}
    >
      Повторить через неделю
    </Button>
  );
}
