import { Button } from '@mantine/core';
import { parseStoredInstant } from '#domain/time/instant.ts';
import { CLIENT_GONE, type SessionRecord } from '#web/practice/sessions/queries.ts';
import { useMark } from '#web/practice/sessions/use-mark.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';

/** Marks that the client did not come (VISIT-03). */
export function MissedButton({ session }: { session: SessionRecord }) {
  const { id, status, date, expand } = session;
  const { marking } = useMark({
    id,
    status,
    start: parseStoredInstant(date),
    client: expand?.client?.name ?? CLIENT_GONE,
  });
  return (
    <Button
      variant="default"
      aria-busy={marking.isPending}
      onClick={({ currentTarget }) => {
        // Pressing removes this button: the focus moves first, or it falls to the page.
        currentTarget.closest<HTMLElement>('[tabindex="-1"]')?.focus();
        submitOnce(marking, 'Клиент не\u00A0пришёл');
      }}
    >
      Не&nbsp;пришёл
    </Button>
  );
}
