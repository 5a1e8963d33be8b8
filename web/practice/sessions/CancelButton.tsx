import { Button } from '@mantine/core';
import { IconCalendarX } from '@tabler/icons-react';
import { parseStoredInstant } from '#domain/time/instant.ts';
import { pressOn } from '#web/practice/letters/settling.ts';
import type { SessionRecord } from '#web/practice/sessions/queries.ts';
import { shownClient } from '#web/practice/sessions/shown-client.ts';
import { useMark } from '#web/practice/sessions/use-mark.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';

interface CancelButtonProps {
  session: SessionRecord;
  /** Where the letter about it goes. */
  to: readonly string[];
  silent: boolean;
  describedBy: string | undefined;
  onCanceled: () => void;
}

/** Cancels a session to come by one press, which the toast takes back. */
export function CancelButton({ session, to, silent, describedBy, onCanceled }: CancelButtonProps) {
  const { id, status, outcome, date } = session;
  const { marking } = useMark({
    id,
    status,
    outcome,
    start: parseStoredInstant(date),
    client: shownClient(session),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconCalendarX aria-hidden size={18} stroke={1.6} />}
      aria-busy={marking.isPending}
      aria-describedby={describedBy}
      onClick={({ currentTarget }) => {
        // Pressing removes this button: the focus moves first, or it falls to the page.
        currentTarget.closest<HTMLElement>('[tabindex="-1"]')?.focus();
        submitOnce(marking, { word: 'Отменена', silent, press: pressOn(to, silent, date), onDone: onCanceled });
      }}
    >
      Отменить сессию
    </Button>
  );
}
