import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { showDayAndMonth } from '#web/ground/format/dates.ts';
import { markDay } from '#web/practice/sessions/mark-day.ts';
import { keepFocusNear } from '#web/ui/list/keep-focus-near.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';

export interface MarkDayProps {
  day: Temporal.PlainDate;
  timeZone: string;
}

/** Marks all that waits for a mark on a day as held, at once (SESSION-13). The press can be undone. */
export function MarkDay({ day, timeZone }: MarkDayProps) {
  const button = useRef<HTMLButtonElement>(null);
  const marking = useMutation({ mutationFn: () => markDay(day, timeZone) });
  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      if (element && element === document.activeElement) keepFocusNear(element);
    };
  }, []);
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
