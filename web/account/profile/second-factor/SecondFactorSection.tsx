import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RECOVERY_CODES } from '#domain/second-factor/recovery-code.ts';
import type { SecondFactorState } from '#domain/second-factor/second-factor.ts';
import { ProfileRow, RowComing } from '#web/account/profile/ProfileRow.tsx';
import { Protection } from '#web/account/profile/Protection.tsx';
import { lazyDialog } from '#web/ground/parts/lazy-part.tsx';
import classes from '#web/account/profile/ProfilePage.module.css';
import { ProfileSection } from '#web/account/profile/ProfileSection.tsx';
import { secondFactorQuery } from '#web/account/profile/second-factor/calls.ts';
import type { SecondFactorChange } from '#web/account/profile/second-factor/SecondFactorDialogs.tsx';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';

const SecondFactorDialogs = lazyDialog(
  async () => (await import('#web/account/profile/second-factor/SecondFactorDialogs.tsx')).SecondFactorDialogs,
);

/** With this many codes left or fewer, new ones are recommended. */
const FEW_CODES = 3;

/** Two-factor sign-in with an app's code: turns it on and off and shows its recovery codes (SAFE-01). */
export function SecondFactorSection() {
  const query = useQuery(secondFactorQuery());
  const [change, setChange] = useState<SecondFactorChange | null>(null);
  return (
    <ProfileSection
      title="Двухфакторный вход"
      hint="Кроме пароля, при входе нужен код из&nbsp;приложения на&nbsp;телефоне. Тот, кто узнает пароль, без телефона не&nbsp;войдёт."
    >
      {query.data ? (
        <State state={query.data} onChange={setChange} />
      ) : (
        <RowComing query={query} failed="Не&nbsp;удалось загрузить настройки двухфакторного входа" />
      )}
      <SecondFactorDialogs opened={change !== null} change={change} onClose={() => setChange(null)} />
    </ProfileSection>
  );
}

interface StateProps {
  state: SecondFactorState;
  onChange: (change: SecondFactorChange) => void;
}

function State({ state: { enabled, codesLeft }, onChange }: StateProps) {
  return (
    <>
      <Protection isOn={enabled} words={['Включён', 'Выключен']} onTurn={onChange}>
        <ProfileRow
          title="Запасные коды для&nbsp;входа"
          hint={`Для входа без телефона. Осталось ${codesLeft}\u00A0из\u00A0${RECOVERY_CODES}`}
        >
          <Button variant="default" onClick={() => onChange('codes')}>
            Новые коды
          </Button>
        </ProfileRow>
      </Protection>
      {enabled && codesLeft <= FEW_CODES && (
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
