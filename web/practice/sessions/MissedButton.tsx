import { Button } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import { parseStoredInstant } from '#domain/time/instant.ts';
import type { SessionRecord } from '#web/practice/sessions/queries.ts';
import { shownClient } from '#web/practice/sessions/shown-client.ts';
import { useMark } from '#web/practice/sessions/use-mark.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';

/** Marks that the client did not come (VISIT-03). */
export function MissedButton({ session }: { session: SessionRecord }) {
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
      leftSection={<IconUserOff aria-hidden size={18} stroke={1.6} />}
      aria-busy={marking.isPending}
      onClick={({ currentTarget }) => {
        // Pressing removes this button: the focus moves first, or it falls to the page.
        currentTarget.closest<HTMLElement>('[tabindex="-1"]')?.focus();
        submitOnce(marking, { word: 'Неявка' });
      }}
    >
      Неявка
    </Button>
  );
}
