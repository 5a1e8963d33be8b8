import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onRecordChange } from '#web/ground/api/record-changes.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { clientAct } from '#web/practice/sessions/client-act.ts';
import { knownStart } from '#web/practice/sessions/known-start.ts';

/**
 * Notifies of a new request (BOOK-04), of what a client did by their link (VISIT-03) and of what the daily job has left
 * out of a series (SERIES-04), on every screen of the dashboard.
 */
export function useNewsToasts(): void {
  const timeZone = useTimeZone();
  const queryClient = useQueryClient();
  useEffect(
    () =>
      onRecordChange(({ collection, action, record }) => {
        if (collection === 'series_skips' && action === 'create')
          unlessMissing(import('#web/practice/series/skip-toast.ts').then((words) => words.notifyOfSkip(record)));
        const act = collection === 'sessions' && action === 'update' && clientAct(record);
        if (act) {
          const { id } = record;
          const date = String(record['date']);
          const deed = { id, act, date, before: knownStart(queryClient, id, date) };
          unlessMissing(clientToast().then((words) => words.notifyOfClient(deed, timeZone)));
        }
        if (collection !== 'booking' || action !== 'create' || record['status'] !== 'pending') return;
        unlessMissing(clientToast().then((words) => words.notifyOfRequest(record, timeZone)));
      }),
    [timeZone, queryClient],
  );
}

const clientToast = () => import('#web/practice/sessions/client-toast.ts');

/** Without its words there is no toast; the record, a letter or the day's notice still shows what happened. */
function unlessMissing(said: Promise<void>): void {
  said.catch(() => null);
}
