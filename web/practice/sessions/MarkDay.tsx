import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { showDayAndMonth } from '#web/ground/format/dates.ts';
import { markDay } from '#web/practice/sessions/mark-day.ts';
import { useFocusNear } from '#web/ui/list/keep-focus-near.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';

export interface MarkDayProps {
  day: Temporal.PlainDate;
  timeZone: string;
}

/** Marks all sessions of a day that wait for a mark as held (SESSION-13). Can be undone. */
export function MarkDay({ day, timeZone }: MarkDayProps) {
  const button = useFocusNear<HTMLButtonElement>();
  const marking = useMutation({ mutationFn: () => markDay(day, timeZone) });
  return (
    <Button
      ref={button}
      variant="default"
      aria-label={`Все состоялись: ${showDayAndMonth(day)}`}
      aria-busy={marking.isPending}
      onClick={() => submitOnce(marking, undefined)}
    >
      Все состоялись
    </Button>
  );
}
