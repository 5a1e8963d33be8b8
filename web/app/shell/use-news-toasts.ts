import { IconInbox } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { RecordModel } from 'pocketbase';
import { useEffect } from 'react';
import { onRecordChange } from '#web/ground/api/realtime.ts';
import { showInstant } from '#web/ground/format/dates.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { clientAct } from '#web/practice/sessions/client-act.ts';
import type { notifyOfClient as Notify } from '#web/practice/sessions/client-toast.ts';
import { knownStart } from '#web/practice/sessions/known-start.ts';
import { toast } from '#web/ui/toast/toast.ts';

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
        if (collection === 'series_skips' && action === 'create') void notifyOfSkip(record);
        const act = collection === 'sessions' && action === 'update' && clientAct(record);
        if (act) {
          const { id } = record;
          const date = String(record['date']);
          void notifyOfClient({ id, act, date, before: knownStart(queryClient, id, date) }, timeZone);
        }
        if (collection !== 'booking' || action !== 'create' || record['status'] !== 'pending') return;
        toast.info(`${String(record['name'])}, ${showInstant(String(record['date']), timeZone)}`, {
          title: 'Новая заявка',
          icon: IconInbox,
        });
      }),
    [timeZone, queryClient],
  );
}

/** Without its words there is no toast; the day's notice of it stays. */
async function notifyOfSkip(record: RecordModel): Promise<void> {
  const words = await import('#web/practice/series/skip-toast.ts').catch(() => null);
  words?.notifyOfSkip(record);
}

/** Without its words there is no toast; the letter and the session itself still show what happened. */
async function notifyOfClient(...done: Parameters<typeof Notify>): Promise<void> {
  await import('#web/practice/sessions/client-toast.ts')
    .then((words) => words.notifyOfClient(...done))
    .catch(() => null);
}
