import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { isHeld, priceOf, type SessionMoney as Money, USUAL_WAY } from '#domain/money/money.ts';
import { lazyDialog } from '#web/ground/parts/lazy-part.tsx';
import { Amount } from '#web/practice/money/Amount.tsx';
import { amountText } from '#web/practice/money/amount-text.ts';
import classes from '#web/practice/money/Money.module.css';
import { PaidButton } from '#web/practice/money/PaidButton.tsx';
import type { PricedClient, PricedSession } from '#web/practice/money/priced.ts';
import { sessionMoneyQuery } from '#web/practice/money/queries.ts';
import { STATE_WORDS } from '#web/practice/money/words.ts';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { useFocusNear } from '#web/ui/list/keep-focus-near.ts';

const PaymentDialog = lazyDialog(async () => (await import('#web/practice/money/PaymentDialog.tsx')).PaymentDialog);
const SessionPriceDialog = lazyDialog(
  async () => (await import('#web/practice/money/SessionPriceDialog.tsx')).SessionPriceDialog,
);

interface SessionMoneyProps {
  session: PricedSession;
  client: PricedClient;
  /** '14:00, Анна Левина' */
  what: string;
}

/**
 * The price of a session and whether it is paid, with its actions; renders nothing if there is neither a price nor a
 * payment.
 */
export function SessionMoney({ session, client, what }: SessionMoneyProps) {
  const profile = useProfile();
  const [asked, setAsked] = useState<'payment' | 'price' | null>(null);
  const priceButton = useRef<HTMLButtonElement>(null);
  const usual = client.price ?? profile.price;
  const price = priceOf(session, usual);
  const { data } = useQuery({ ...sessionMoneyQuery(session.id), enabled: price !== null || isHeld(session) });
  if (!data || (data.price === null && data.state !== 'package')) return null;
  return (
    <div role="group" aria-label="Оплата" className={classes.session}>
      <p>
        <MoneyWords money={data} />
      </p>
      <div className={classes.presses}>
        {data.due > 0 && (
          <DueButtons next={() => queueMicrotask(() => priceButton.current?.focus({ preventScroll: true }))}>
            <PaidButton id={session.id} what={what} />
            <Button variant="default" onClick={() => setAsked('payment')}>
              Другая сумма
            </Button>
          </DueButtons>
        )}
        <Button ref={priceButton} variant="default" onClick={() => setAsked('price')}>
          Цена
        </Button>
      </div>
      <PaymentDialog
        opened={asked === 'payment'}
        payment={null}
        client={client}
        suggested={{ session: session.id, amount: amountText(data.due), way: client.pay_way || USUAL_WAY }}
        onClose={() => setAsked(null)}
      />
      <SessionPriceDialog
        opened={asked === 'price'}
        session={session}
        usual={isHeld(session) ? null : usual}
        what={what}
        onClose={() => setAsked(null)}
      />
    </div>
  );
}

/** The buttons disappear once the session is paid; then `next` keeps the focus in the dialog. */
function DueButtons({ next, children }: { next: () => void; children: ReactNode }) {
  return (
    <div ref={useFocusNear<HTMLDivElement>(next)} className={classes.presses}>
      {children}
    </div>
  );
}

/** «Не оплачено, 3 500 ₽» */
export function MoneyWords({ money: { state, price, due, paid } }: { money: Money }): ReactNode {
  const words = STATE_WORDS[state];
  if (state === 'part') {
    return (
      <>
        {words}: осталось <Amount kopecks={due} /> из&nbsp;
        <Amount kopecks={due + paid} />
      </>
    );
  }
  const amount = state === 'package' ? paid : price;
  return (
    <>
      {words ?? (price === 0 ? STATE_WORDS.free : 'Цена')}
      {amount !== null && amount > 0 && (
        <>
          {words === null ? '\u00A0' : ', '}
          <Amount kopecks={amount} />
        </>
      )}
    </>
  );
}
