import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CLIENT_GONE, toldApart } from '#domain/clients/told-apart.ts';
import { showDate, showInstantDate } from '#web/ground/format/dates.ts';
import { counted } from '#web/ground/format/plural.ts';
import { lazyDialog } from '#web/ground/parts/lazy-part.tsx';
import { Amount } from '#web/practice/money/Amount.tsx';
import classes from '#web/practice/money/Money.module.css';
import { type PaymentListing, type PaymentRecord, paymentsQuery } from '#web/practice/money/queries.ts';
import { MEETINGS, wayWord } from '#web/practice/money/words.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { LongList } from '#web/ui/list/LongList.tsx';
import { PlainList } from '#web/ui/list/PlainList.tsx';
import { RetryButton } from '#web/ui/page/RetryButton.tsx';

const StoredPayment = lazyDialog(async () => (await import('#web/practice/money/PaymentDialog.tsx')).StoredPayment);

interface PaymentListProps {
  listing: PaymentListing;
  /** Whether each row shows the client. */
  named: boolean;
  /** Shown if there are none. */
  none: string;
}

const ROW_HEIGHT = 60;

/** Payments, packages and refunds, newest first; pressing one opens it. */
export function PaymentList(props: PaymentListProps) {
  // State of the list, not of the row, because the row may disappear while its payment is edited.
  const [opened, setOpened] = useState<PaymentRecord | null>(null);
  return (
    <>
      <Payments {...props} onOpen={setOpened} />
      {opened && <StoredPayment opened key={opened.id} payment={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

type Open = (payment: PaymentRecord) => void;

function Payments({ listing, named, none, onOpen }: PaymentListProps & { onOpen: Open }) {
  const query = paymentsQuery(listing);
  const { data, isError, refetch } = useQuery(query(1));
  if (!data) {
    return isError ? (
      <p role="alert" className="secondary">
        Не&nbsp;удалось загрузить оплаты. <RetryButton variant="subtle" onRetry={() => void refetch()} />
      </p>
    ) : (
      <p className="secondary">Загрузка...</p>
    );
  }
  if (data.totalItems === 0) return <p className="secondary">{none}</p>;
  return (
    <LongList
      List={PlainList}
      first={data}
      query={query}
      height={ROW_HEIGHT}
      aria-label="Оплаты"
      renderItem={(payment, place) => (
        <li key={payment.id} {...place}>
          <PaymentRow payment={payment} named={named} onOpen={onOpen} />
        </li>
      )}
    />
  );
}

function PaymentRow({ payment, named, onOpen }: { payment: PaymentRecord; named: boolean; onOpen: Open }) {
  const { amount, paid_on, receipt, expand } = payment;
  const day = showDate(Temporal.PlainDate.from(paid_on));
  return (
    <button type="button" className={classes.payment} aria-haspopup="dialog" onClick={() => onOpen(payment)}>
      <span className={classes.what}>
        <span className={classes.day}>{day}</span>{' '}
        {named && (
          <span className="medium anywhere" translate="no">
            {expand?.client ? toldApart(expand.client) : CLIENT_GONE}
          </span>
        )}{' '}
        <span className="small secondary">{useForWhat(payment)}</span>
      </span>{' '}
      <span className={classes.sum}>
        <b>
          <Amount kopecks={amount} />
        </b>{' '}
        <span className="small secondary">{amount > 0 && (receipt ? 'чек выдан' : 'без чека')}</span>
      </span>
    </button>
  );
}

/** «Перевод, за сессию 24.11.2026», «Наличные, пакет: 10 встреч», «Карта, возврат» */
function useForWhat({ amount, way, meetings, until, expand }: PaymentRecord): string {
  const timeZone = useTimeZone();
  const end = until === '' ? '' : `, до\u00A0${showDate(Temporal.PlainDate.from(until))}`;
  const what =
    meetings > 0
      ? `пакет: ${counted(meetings, MEETINGS)}${end}`
      : amount < 0
        ? 'возврат'
        : expand?.session
          ? `за\u00A0сессию ${showInstantDate(expand.session.date, timeZone)}`
          : 'на\u00A0счёт';
  return `${wayWord(way)}, ${what}`;
}
