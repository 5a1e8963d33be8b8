import { useQuery } from '@tanstack/react-query';
import classes from '#web/practice/money/Money.module.css';
import { type LeftMoney, moneyLeftQuery } from '#web/practice/money/queries.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';

/** The session whose payments are queried, and whether it has a price, which makes payments likely. */
export interface AskedMoney {
  session: string;
  priced: boolean;
}

const WORDS: Record<Exclude<LeftMoney, null>, string> = {
  package: 'Эта сессия из\u00A0пакета: встреча вернётся в\u00A0пакет.',
  account: 'За\u00A0эту сессию есть оплата: деньги останутся на\u00A0счёте клиента.',
};

/**
 * In the confirmation of a deletion: what happens to the session's payments. If it has a price, the space is reserved
 * from the start, so that no button moves under the pointer.
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

/** The same for several paid sessions, given in words: «2 сессии». */
export function PaidSessionsBox({ sessions }: { sessions: string }) {
  return (
    <InlineBox kind="info" announce>
      За&nbsp;{sessions} из&nbsp;них есть оплата: деньги останутся на&nbsp;счёте клиента.
    </InlineBox>
  );
}
