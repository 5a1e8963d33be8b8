import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import type { SessionMoney } from '#domain/money/money.ts';
import { Amount } from '#web/practice/money/Amount.tsx';
import { PaidButton } from '#web/practice/money/PaidButton.tsx';
import { sessionMoneyQuery } from '#web/practice/money/queries.ts';
import { useFocusNear } from '#web/ui/list/keep-focus-near.ts';

interface RowMoneyProps {
  id: string;
  what: string;
  className: string | undefined;
  /** Called when the button has left the list. */
  onGone?: () => void;
}

/** The unpaid amount of a session in a list, and the button that pays it; renders nothing if nothing is due. */
export function RowMoney(props: RowMoneyProps) {
  const { data } = useQuery(sessionMoneyQuery(props.id));
  return data && data.due > 0 && <Due {...props} money={data} />;
}

function Due({ id, what, className, onGone, money: { state, due, paid } }: RowMoneyProps & { money: SessionMoney }) {
  const place = useFocusNear<HTMLDivElement>();
  const gone = useRef(onGone);
  useLayoutEffect(() => () => gone.current?.(), []);
  return (
    <div ref={place} role="group" aria-label={`Оплата: ${what}`} className={className}>
      <span className="small secondary">
        <Amount kopecks={due} />
        {state === 'part' && (
          <>
            {' '}
            из&nbsp;
            <Amount kopecks={due + paid} />
          </>
        )}
      </span>
      <PaidButton id={id} what={what} />
    </div>
  );
}
