import { useQuery } from '@tanstack/react-query';
import classes from '#web/practice/money/Money.module.css';
import { type LeftMoney, moneyLeftQuery } from '#web/practice/money/queries.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';

/** Whether a session is asked for what becomes of its money, and whether it has a price, which makes that likely. */
export interface AskedMoney {
  session: string;
  priced: boolean;
}

const WORDS: Record<Exclude<LeftMoney, null>, string> = {
  package: 'Эта сессия из\u00A0пакета: встреча вернётся в\u00A0пакет.',
  account: 'За\u00A0эту сессию есть оплата: деньги останутся на\u00A0счёте клиента.',
};

/**
 * What becomes of the money of a session that is about to be deleted. It comes into the question: where there is a price
 * its place is there from the first, so that no button moves under the pointer.
 */
export function PaidBox({ session, priced }: AskedMoney) {
  const { data, isPending, isError } = useQuery(moneyLeftQuery(session));
  if (!data && !priced) return null;
  return (
    <div aria-live="polite" className={classes.left}>
      <InlineBox kind="info">
        {data
          ? WORDS[data]
          : isPending
            ? 'Проверяем, оплачена ли\u00A0сессия...'
            : isError
              ? 'Не\u00A0удалось проверить, оплачена ли\u00A0сессия. Если оплачена, деньги останутся на\u00A0счёте клиента.'
              : 'Оплаты за\u00A0эту сессию нет.'}
      </InlineBox>
    </div>
  );
}

/** The same of several sessions that payments name: «2 сессии». */
export function PaidSessionsBox({ sessions }: { sessions: string }) {
  return (
    <InlineBox kind="info" announce>
      За&nbsp;{sessions} из&nbsp;них есть оплата: деньги останутся на&nbsp;счёте клиента.
    </InlineBox>
  );
}
