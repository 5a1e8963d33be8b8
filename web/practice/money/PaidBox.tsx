import type { LeftMoney } from '#web/practice/money/queries.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';

/** What becomes of the money of a paid session that is about to be deleted. */
export function PaidBox({ left }: { left: Exclude<LeftMoney, null> }) {
  return (
    <InlineBox kind="info">
      {left === 'package'
        ? 'Эта сессия из\u00A0пакета: встреча вернётся в\u00A0пакет.'
        : 'За\u00A0эту сессию есть оплата: деньги останутся на\u00A0счёте клиента.'}
    </InlineBox>
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
