import { IconInbox } from '@tabler/icons-react';
import type { RecordModel } from 'pocketbase';
import { useEffect } from 'react';
import { onRecordChange } from '#web/api/realtime.ts';
import { showInstant } from '#web/format/dates.ts';
import { useTimeZone } from '#web/practice/use-profile.ts';
import { toast } from '#web/ui/toast/toast.ts';

/**
 * Notifies of a new request (BOOK-04) and of what the daily job has left out of a series (SERIES-04), on every screen of
 * the dashboard.
 */
export function useNewsToasts(): void {
  const timeZone = useTimeZone();
  useEffect(
    () =>
      onRecordChange(({ collection, action, record }) => {
        if (collection === 'series_skips' && action === 'create') void notifyOfSkip(record);
        if (collection !== 'booking' || action !== 'create' || record['status'] !== 'pending') return;
        toast.info(`${String(record['name'])}, ${showInstant(String(record['date']), timeZone)}`, {
          title: 'Новая заявка',
          icon: IconInbox,
        });
      }),
    [timeZone],
  );
}

/** Without its words there is no toast; the day's notice of it stays. */
async function notifyOfSkip(record: RecordModel): Promise<void> {
  const words = await import('#web/series/skip-toast.ts').catch(() => null);
  words?.notifyOfSkip(record);
}
