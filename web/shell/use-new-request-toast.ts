import { IconInbox } from '@tabler/icons-react';
import { useEffect } from 'react';
import { onRecordChange } from '#web/api/realtime.ts';
import { showInstant } from '#web/format/dates.ts';
import { useTimeZone } from '#web/practice/use-profile.ts';
import { toast } from '#web/ui/toast/toast.ts';

/** Notifies of a new request on every screen of the dashboard (BOOK-04). */
export function useNewRequestToast(): void {
  const timeZone = useTimeZone();
  useEffect(
    () =>
      onRecordChange(({ collection, action, record }) => {
        if (collection !== 'booking' || action !== 'create' || record['status'] !== 'pending') return;
        toast.info(`${String(record['name'])}, ${showInstant(String(record['date']), timeZone)}`, {
          title: 'Новая заявка',
          icon: IconInbox,
        });
      }),
    [timeZone],
  );
}
