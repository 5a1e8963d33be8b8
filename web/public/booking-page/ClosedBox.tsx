import { useRef } from 'react';
import { useBroughtIntoSight } from '#web/public/visitor/use-brought-into-sight.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';

/** The practitioner has closed the page while the visitor fills it in (BOOK-07). */
export function ClosedBox() {
  const box = useRef<HTMLDivElement>(null);
  useBroughtIntoSight(box);
  return (
    <div ref={box} tabIndex={-1}>
      <InlineBox kind="warning" title="Запись сейчас закрыта." announce>
        Психолог пока не&nbsp;принимает заявки. Всё, что вы&nbsp;ввели, осталось на&nbsp;месте: попробуйте отправить
        позже.
      </InlineBox>
    </div>
  );
}
