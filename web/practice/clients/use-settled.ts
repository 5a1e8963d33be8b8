import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { pastSessionsQuery, sessionCountQuery } from '#web/practice/clients/session-queries.ts';
import { clientConsentsQuery, versionCountQuery } from '#web/practice/consents/queries.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { seriesQuery, skipsQuery } from '#web/practice/series/queries.ts';
import { boundaryOf } from '#web/practice/sessions/day/boundary.ts';
import { nextSessionQuery } from '#web/practice/sessions/queries.ts';
import { useNow } from '#web/ui/page/use-now.ts';

/**
 * Asks for everything that the details of a client show besides the client, and returns true once all of it is here or
 * has failed: what arrives later would push what is below it from under the pointer.
 */
export function useSettled(client: string): boolean {
  const now = useNow();
  const timeZone = useTimeZone();
  const boundary = boundaryOf(now);
  const versions = useQuery(versionCountQuery());
  const parts: Pick<UseQueryResult, 'isPending' | 'failureCount' | 'fetchStatus'>[] = [
    versions,
    useQuery({ ...clientConsentsQuery(client), enabled: (versions.data ?? 0) > 0 }),
    useQuery(nextSessionQuery(boundary, client)),
    useQuery(pastSessionsQuery(client, boundary)),
    useQuery(sessionCountQuery(client)),
    useQuery(seriesQuery()),
    useQuery(skipsQuery(now.toZonedDateTimeISO(timeZone).toPlainDate())),
  ];
  const settled = !parts.some(
    ({ isPending, failureCount, fetchStatus }) => isPending && fetchStatus !== 'idle' && failureCount === 0,
  );
  const [shown, setShown] = useState(settled);
  if (settled && !shown) setShown(true);
  return shown;
}
