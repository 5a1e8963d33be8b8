import { useEffect, useState } from 'react';
import { MovePanel } from '#web/public/visit-page/MovePanel.tsx';
import { forgetToken } from '#web/public/visit-page/visit-token.ts';
import { useVisit } from '#web/public/visit-page/use-visit.ts';
import { VisitCard } from '#web/public/visit-page/VisitCard.tsx';
import { FailedScreen } from '#web/public/visitor/CrashGuard.tsx';
import { Waiting } from '#web/public/visitor/Waiting.tsx';
import { ownZone } from '#web/ground/browser/own-zone.ts';
import type { Zones } from '#web/public/visitor/zone-comparison.ts';
import { MissingCard } from '#web/ui/base/SingleCard.tsx';

/** /visit: the visit behind a link, and the free times to move it to. */
export function VisitScreen({ token }: { token: string }) {
  const { state, sending, act, look, retry } = useVisit(token);
  const [isMoving, setMoving] = useState(false);
  // True after going back from the free times, so that the card takes the focus.
  const [wasMoving, setWasMoving] = useState(false);
  switch (state.status) {
    case 'waiting':
      return <Waiting page>Загрузка...</Waiting>;
    case 'failed':
      return (
        <FailedScreen
          title="Не&nbsp;удалось открыть страницу"
          hint={
            state.limited
              ? 'Слишком много запросов подряд. Подождите минуту и\u00A0попробуйте ещё раз.'
              : 'Проверьте соединение и\u00A0попробуйте ещё раз.'
          }
          action="Повторить"
          onAction={retry}
        />
      );
    case 'unknown':
      return <DeadLink />;
    case 'found': {
      const { visit } = state;
      const zones: Zones = { practitioner: visit.timeZone, visitor: ownZone() };
      const leave = () => {
        setMoving(false);
        setWasMoving(true);
      };
      if (isMoving && visit.move.may !== 'yes') leave();
      if (isMoving) {
        return (
          <MovePanel
            key={visit.start}
            token={token}
            visit={visit}
            notice={state.notice}
            zones={zones}
            sending={sending === 'move'}
            onMove={async (start) => {
              const result = await act(state, 'move', start);
              if (result === 'visit') leave();
              return result === 'taken';
            }}
            onUnread={look}
            onBack={() => {
              leave();
              look();
            }}
          />
        );
      }
      return (
        <VisitCard
          {...state}
          zones={zones}
          sending={sending === 'cancel'}
          takesFocus={wasMoving}
          onCancel={() => void act(state, 'cancel')}
          onMove={() => {
            setMoving(true);
            look();
          }}
        />
      );
    }
  }
}

function DeadLink() {
  useEffect(() => {
    forgetToken();
    const heading = document.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus();
  }, []);
  return (
    <MissingCard
      title="Ссылка не&nbsp;работает"
      hint="Она могла обрезаться при&nbsp;пересылке, или её&nbsp;отозвали. Попросите новую у&nbsp;того, кто её&nbsp;прислал."
    />
  );
}
