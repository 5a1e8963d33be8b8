import { Button } from '@mantine/core';
import { useState } from 'react';
import type { KeyState } from '#domain/keys/keys.ts';
import { ProfileRow } from '#web/account/profile/ProfileRow.tsx';
import { Protection } from '#web/account/profile/Protection.tsx';
import { lazyDialog } from '#web/ground/parts/lazy-part.tsx';
import classes from '#web/account/profile/ProfilePage.module.css';
import { ProfileSection } from '#web/account/profile/ProfileSection.tsx';
import type { StrictChange } from '#web/account/profile/records/StrictDialogs.tsx';
import { WithKeys } from '#web/account/profile/records/WithKeys.tsx';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';

const StrictDialogs = lazyDialog(
  async () => (await import('#web/account/profile/records/StrictDialogs.tsx')).StrictDialogs,
);

/** Strict mode: only the practitioner's password opens the texts (SEAL-04). */
export function StrictSection() {
  const [change, setChange] = useState<StrictChange | null>(null);
  return (
    <ProfileSection
      title="Записи открывает только мой пароль"
      hint="Обычно закрытые тексты открывает сервер, своим ключом. Можно отнять у&nbsp;него ключ: тогда их&nbsp;не&nbsp;прочитает ни&nbsp;администратор, ни&nbsp;тот, кто украдёт весь сервер вместе с&nbsp;ключом, пока вы&nbsp;не&nbsp;вошли."
    >
      <WithKeys>{(state) => <State state={state} onChange={setChange} />}</WithKeys>
      <StrictDialogs opened={change !== null} change={change} onClose={() => setChange(null)} />
    </ProfileSection>
  );
}

interface StateProps {
  state: KeyState;
  onChange: (change: StrictChange) => void;
}

function State({ state: { mode, locked }, onChange }: StateProps) {
  return (
    <>
      <Protection isOn={mode !== 'server'} words={['Включено', 'Выключено']} onTurn={onChange} disabled={locked}>
        <ProfileRow title="Код от&nbsp;записей" hint="Откроет записи, если вы&nbsp;забудете пароль">
          <Button variant="default" onClick={() => onChange('code')} disabled={locked}>
            Новый код
          </Button>
        </ProfileRow>
      </Protection>
      {mode !== 'server' && locked && (
        <div className={classes.notice}>
          <InlineBox kind="warning">Записи закрыты. Сначала введите код от&nbsp;записей.</InlineBox>
        </div>
      )}
    </>
  );
}
