import { memo } from 'react';
import { parseStoredInstant } from '#domain/time/instant.ts';
import { statusOfSession } from '#domain/visits/visit-rules.ts';
import type { SessionRecord } from '#web/practice/sessions/queries.ts';
import { SessionLetters } from '#web/practice/sessions/SessionLetters.tsx';
import { VisitLink } from '#web/practice/sessions/VisitLink.tsx';
import { useNow } from '#web/ui/page/use-now.ts';

interface ClientSideProps {
  session: SessionRecord;
  timeZone: string;
}

/** What the client of a stored session gets: letters, and a link of their own as long as the session is to come. */
export const ClientSide = memo(function ClientSide({ session, timeZone }: ClientSideProps) {
  const stands = statusOfSession({ ...session, start: parseStoredInstant(session.date) }, useNow());
  return (
    <>
      {stands === 'planned' && session.expand?.client && <VisitLink session={session} timeZone={timeZone} />}
      <SessionLetters session={session} ahead={stands === 'planned'} timeZone={timeZone} />
    </>
  );
});
