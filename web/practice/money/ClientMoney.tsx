import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ClientMoney as ClientSums, USUAL_WAY } from '#domain/money/money.ts';
import { showDate, showInstant } from '#web/ground/format/dates.ts';
import { lazyDialog } from '#web/ground/parts/lazy-part.tsx';
import { Amount } from '#web/practice/money/Amount.tsx';
import { amountText } from '#web/practice/money/amount-text.ts';
import { dueSessionsQuery } from '#web/practice/money/due-sessions.ts';
import { EyeButton } from '#web/practice/money/EyeButton.tsx';
import classes from '#web/practice/money/Money.module.css';
import { PaymentList } from '#web/practice/money/PaymentList.tsx';
import type { PricedClient } from '#web/practice/money/priced.ts';
import { clientMoneyQuery, clientSessionsMoneyQuery } from '#web/practice/money/queries.ts';
import { RowMoney } from '#web/practice/money/RowMoney.tsx';
import { useProfile, useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { MEETINGS } from '#web/practice/money/words.ts';
import { counted, showNumber } from '#web/ground/format/plural.ts';
import { useSlipGuard } from '#web/ui/list/slip-guard.ts';
import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';
import { ErrorState } from '#web/ui/page/StateCard.tsx';

const PaymentDialog = lazyDialog(async () => (await import('#web/practice/money/PaymentDialog.tsx')).PaymentDialog);
const ClientPriceDialog = lazyDialog(
  async () => (await import('#web/practice/money/ClientPriceDialog.tsx')).ClientPriceDialog,
);
const PastPricesDialog = lazyDialog(
  async () => (await import('#web/practice/money/PastPricesDialog.tsx')).PastPricesDialog,
);

interface ClientMoneyProps {
  client: PricedClient;
}

/** What a client owes, has on account and in packages, and all payments (MONEY-03, MONEY-04, MONEY-05). */
export function ClientMoney({ client }: ClientMoneyProps) {
  const money = useQuery(clientMoneyQuery(client.id));
  const sessions = useQuery(clientSessionsMoneyQuery(client.id));
  const { price: usual } = useProfile();
  const [asked, setAsked] = useState<'payment' | 'price' | 'prices' | null>(null);
  const failed = [money, sessions].find(({ isError, data }) => isError && data === undefined);
  if (failed) return <ErrorState title="Не&nbsp;удалось загрузить деньги" onRetry={() => void failed.refetch()} />;
  if (money.data === undefined || !sessions.data) {
    return <LoadingCards text="Загрузка..." columns={1} count={3} />;
  }
  const due = money.data?.due ?? 0;
  const isPriced = (client.price ?? usual) !== null;
  const unpriced = sessions.data.filter(({ state }) => state === 'none').length;
  const close = () => setAsked(null);
  return (
    <>
      <div className={classes.session}>
        <dl className={classes.sums}>
          <Sums money={money.data} client={client} />
        </dl>
        <div className={classes.presses}>
          <EyeButton />
          <Button variant="default" onClick={() => setAsked('price')}>
            Цена и&nbsp;способ
          </Button>
          <Button variant="default" onClick={() => setAsked('payment')}>
            Новая оплата
          </Button>
        </div>
      </div>
      {due > 0 && <DueSessions client={client.id} />}
      {unpriced > 0 && (
        <p className={classes.unpriced}>
          Прошедшие сессии без цены: {showNumber(unpriced)}.{' '}
          {isPriced ? (
            <Button variant="subtle" size="compact-sm" onClick={() => setAsked('prices')}>
              Поставить цену…
            </Button>
          ) : (
            <Button variant="subtle" size="compact-sm" onClick={() => setAsked('price')}>
              Сначала укажите цену
            </Button>
          )}
        </p>
      )}
      <section aria-labelledby="client-payments" className="above-5">
        <h2 id="client-payments" className="lead">
          Оплаты
        </h2>
        <PaymentList listing={{ client: client.id }} named={false} none="Оплат пока нет." />
      </section>
      <PaymentDialog
        opened={asked === 'payment'}
        payment={null}
        client={client}
        suggested={{ amount: due > 0 ? amountText(due) : '', way: client.pay_way || USUAL_WAY }}
        onClose={close}
      />
      <ClientPriceDialog opened={asked === 'price'} client={client} onClose={close} />
      <PastPricesDialog opened={asked === 'prices'} client={client.id} onClose={close} />
    </>
  );
}

function Sums({ money, client }: { money: ClientSums | null; client: PricedClient }) {
  const { price: usual } = useProfile();
  const price = client.price ?? usual;
  const { due = 0, balance = 0, since = '', package: used = null, prepaid } = money ?? {};
  return (
    <>
      <dt>Цена</dt>
      <dd>
        {price === null ? 'без цены' : price === 0 ? 'бесплатно' : <Amount kopecks={price} />}
        {client.price === null && price !== null && <span className="secondary">, обычная</span>}
      </dd>
      <dt>К&nbsp;оплате</dt>
      <dd>
        <Amount kopecks={due} />
        {since !== '' && `, с\u00A0${showDate(Temporal.PlainDate.from(since))}`}
      </dd>
      <dt>На&nbsp;счёте</dt>
      <dd>
        <Amount kopecks={balance} />
        {prepaid && prepaid.meetings > 0 && <InPackages balance={balance} prepaid={prepaid} />}
      </dd>
      {used && (
        <>
          <dt>Пакет</dt>
          <dd>
            {used.used} из&nbsp;{used.of}
            {used.until !== '' && `, до\u00A0${showDate(Temporal.PlainDate.from(used.until))}`}
          </dd>
        </>
      )}
    </>
  );
}

/** Which part of the balance belongs to packages: «это пакет: 3 встречи», «из них пакет: 3 встречи, 9 000 ₽». */
function InPackages({ balance, prepaid: { meetings, amount } }: Pick<ClientSums, 'balance' | 'prepaid'>) {
  const unused = `пакет: ${counted(meetings, MEETINGS)}`;
  return (
    <span className="small secondary block light">
      {balance === amount ? (
        `это ${unused}`
      ) : (
        <>
          {balance > amount && 'из\u00A0них '}
          {unused}, <Amount kopecks={amount} />
        </>
      )}
      {balance < amount && (
        <>
          ; возвращено сверх остатка: <Amount kopecks={amount - balance} />
        </>
      )}
    </span>
  );
}

/** The unpaid sessions, oldest first, each with «Оплачено». */
function DueSessions({ client }: { client: string }) {
  const timeZone = useTimeZone();
  const { data = [] } = useQuery(dueSessionsQuery(client, ''));
  const slip = useSlipGuard(data.map(({ id }) => id).join());
  return (
    <section aria-labelledby="client-due" className="above-5">
      <h2 id="client-due" className="lead">
        Не&nbsp;оплачены
      </h2>
      <ul role="list" {...slip.place}>
        {data.map(({ id, date }) => (
          <li key={id} data-row={id} className={classes.dueSession}>
            <span>{showInstant(date, timeZone)}</span>
            <RowMoney id={id} what={showInstant(date, timeZone)} className={classes.presses} onGone={slip.expect} />
          </li>
        ))}
      </ul>
    </section>
  );
}
