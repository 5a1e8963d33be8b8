import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RECOVERY_CODES } from '#domain/second-factor/recovery-code.ts';
import type { SecondFactorState } from '#domain/second-factor/second-factor.ts';
import { lazyDialog } from '#web/ground/parts/lazy-part.tsx';
import classes from '#web/account/profile/ProfilePage.module.css';
import { ProfileSection } from '#web/account/profile/ProfileSection.tsx';
import { secondFactorQuery } from '#web/account/profile/second-factor/calls.ts';
import own from '#web/account/profile/second-factor/SecondFactor.module.css';
import type { SecondFactorChange } from '#web/account/profile/second-factor/SecondFactorDialogs.tsx';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { StatusBadge } from '#web/ui/base/StatusBadge.tsx';
import { RetryButton } from '#web/ui/page/RetryButton.tsx';

const SecondFactorDialogs = lazyDialog(
  async () => (await import('#web/account/profile/second-factor/SecondFactorDialogs.tsx')).SecondFactorDialogs,
);

/** With so few codes left it is time for new ones. */
const FEW_CODES = 3;

/** A code of an app after the password: turned on and off, with its recovery codes (SAFE-01). */
export function SecondFactorSection() {
  const query = useQuery(secondFactorQuery());
  const [change, setChange] = useState<SecondFactorChange | null>(null);
  return (
    <ProfileSection
      title="Двухфакторный вход"
      hint="Кроме пароля, при входе нужен код из&nbsp;приложения на&nbsp;телефоне. Тот, кто узнает пароль, без телефона не&nbsp;войдёт."
    >
      {query.isPending && (
        <p aria-live="polite" className="secondary">
          Загрузка...
        </p>
      )}
      {query.isError && !query.data && (
        <div className={classes.row} role="alert">
          <p className={classes.what}>Не&nbsp;удалось загрузить настройки двухфакторного входа</p>
          <RetryButton onRetry={() => void query.refetch()} />
        </div>
      )}
      {query.data && <State state={query.data} onChange={setChange} />}
      <SecondFactorDialogs opened={change !== null} change={change} onClose={() => setChange(null)} />
    </ProfileSection>
  );
}

interface StateProps {
  state: SecondFactorState;
  onChange: (change: SecondFactorChange) => void;
}

function State({ state: { enabled, codesLeft }, onChange }: StateProps) {
  if (!enabled) {
    return (
      <div className={own.state}>
        <StatusBadge tone="grey" sign="circle">
          Выключен
        </StatusBadge>
        <Button onClick={() => onChange('on')}>Включить</Button>
      </div>
    );
  }
  return (
    <>
      <ul className={classes.rows}>
        <li className={classes.row}>
          <div className={classes.what}>
            <StatusBadge tone="green" sign="check">
              Включён
            </StatusBadge>
          </div>
          <Button variant="default" onClick={() => onChange('off')}>
            Выключить
          </Button>
        </li>
        <li className={classes.row}>
          <div className={classes.what}>
            <div>Запасные коды для&nbsp;входа</div>
            <div className="small secondary anywhere">
              Для входа без телефона. Осталось {codesLeft}&nbsp;из&nbsp;{RECOVERY_CODES}
            </div>
          </div>
          <Button variant="default" onClick={() => onChange('codes')}>
            Новые коды
          </Button>
        </li>
      </ul>
      {codesLeft <= FEW_CODES && (
        <div className={classes.notice}>
          <InlineBox kind="warning">
            {codesLeft === 0 ? 'Запасные коды закончились.' : 'Запасных кодов почти не\u00A0осталось.'} Сделайте новые,
            чтобы войти, если телефон потеряется.
          </InlineBox>
        </div>
      )}
    </>
  );
}
