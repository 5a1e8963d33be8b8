import { useEffect } from 'react';
import type { NewsKind } from '#domain/news/news.ts';
import { onRecordChange } from '#web/ground/api/record-changes.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';

const DEEDS: readonly string[] = ['client_moved', 'client_canceled'] satisfies NewsKind[];

/**
 * Shows a toast for a new request (BOOK-04), for what a client did through their link (VISIT-03) and for dates that the
 * job that extends series skipped (SERIES-04), on every screen of the dashboard.
 */
export function useNewsToasts(): void {
  const timeZone = useTimeZone();
  useEffect(
    () =>
      onRecordChange(({ collection, action, record }) => {
        if (collection === 'series_skips' && action === 'create')
          unlessMissing(import('#web/practice/series/skip-toast.ts').then((words) => words.notifyOfSkip(record)));
        if (collection === 'news' && action === 'create' && DEEDS.includes(String(record['kind'])))
          unlessMissing(clientToast().then((words) => words.notifyOfClient(record, timeZone)));
        if (collection !== 'booking' || action !== 'create' || record['status'] !== 'pending') return;
        unlessMissing(clientToast().then((words) => words.notifyOfRequest(record, timeZone)));
      }),
    [timeZone],
  );
}

const clientToast = () => import('#web/practice/sessions/client-toast.ts');

/**
 * If the module with its text fails to load there is no toast; the record, a letter or the list of news still shows
 * what happened.
 */
function unlessMissing(said: Promise<void>): void {
  said.catch(() => null);
}
