import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PricedSessions } from '#domain/money/money.ts';
import { pb } from '#web/ground/api/client.ts';
import { readAgain } from '#web/ground/api/read-again.ts';
import { readToday } from '#web/ground/browser/clock.ts';
import { readIsoDate } from '#domain/time/iso-date.ts';
import { zoned } from '#web/ground/format/dates.ts';
import { counted, type Forms, plural, SESSIONS } from '#web/ground/format/plural.ts';
import { unpricedSinceQuery } from '#web/practice/money/queries.ts';
import { Amount } from '#web/practice/money/Amount.tsx';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { DateField } from '#web/ui/date-field/DateField.tsx';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

const GET: Forms = { one: 'получит', few: 'получат', many: 'получат' };

interface PastPricesDialogProps {
  /** Limits the change to this client. */
  client?: string;
  onClose: () => void;
}

/**
 * Applies the current price to held sessions without one; first shows how many sessions and how much money that is
 * (MONEY-01).
 */
export function PastPricesDialog({ client, onClose }: PastPricesDialogProps) {
  const timeZone = useTimeZone();
  const today = readToday(timeZone);
  const oldest = useQuery(unpricedSinceQuery(client));
  const first = oldest.data ? zoned(oldest.data, timeZone) : null;
  const since = first?.toPlainDate() ?? today.with({ day: 1 });
  const [typed, setTyped] = useState<string | null>(null);
  const from = typed ?? (oldest.isPending ? '' : since.toString());
  const isDay = readIsoDate(from) !== null;
  const wish = { from, ...(client !== undefined && { client }) };
  const found = useQuery({
    queryKey: ['money', 'past-prices', wish],
    enabled: isDay,
    queryFn: ({ signal }) => pb.send<PricedSessions>('/api/money/prices', { method: 'POST', body: wish, signal }),
  });
  const pricing = useMutation({
    mutationFn: () =>
      pb.send<PricedSessions>('/api/money/prices', { method: 'POST', body: { ...wish, confirm: true } }),
    onSuccess: async ({ sessions }) => {
      await readAgain(['money', 'sessions']);
      toast.success(`Цена поставлена: ${counted(sessions, SESSIONS)}`);
      onClose();
    },
    onError: (error) => failureToast('Не\u00A0удалось поставить цену', error),
  });
  const { data, isError } = found;
  return (
    <FormDialog
      title="Цена прошедших сессий"
      onClose={onClose}
      onSubmit={() => data && data.sessions > 0 && submitOnce(pricing, undefined)}
      submitText="Поставить"
      pendingText="Сохранение..."
      pending={pricing.isPending}
      submitDisabled={!isDay || !data || data.sessions === 0}
    >
      <p>
        Сессии, которые состоялись, пропущены или отменены поздно, пока цены не&nbsp;было, остались без неё.
        Им&nbsp;можно поставить цену, которая действует сейчас: клиента, а&nbsp;если у&nbsp;него своей нет, обычную.
      </p>
      <DateField label="С&nbsp;какого дня" today={today} value={from} onChange={setTyped} />
      <p aria-live="polite">
        {typed === null && oldest.isPending ? (
          'Считаем...'
        ) : !isDay ? (
          'Укажите день.'
        ) : isError ? (
          'Не\u00A0удалось посчитать сессии.'
        ) : !data ? (
          'Считаем...'
        ) : data.sessions === 0 ? (
          'Сессий без цены с\u00A0этого дня нет.'
        ) : (
          <>
            Цену {plural(data.sessions, GET)} {counted(data.sessions, SESSIONS)}
            {data.sessions === 1 ? ': ' : ', вместе '}
            <Amount kopecks={data.sum} />.
          </>
        )}
      </p>
    </FormDialog>
  );
}
