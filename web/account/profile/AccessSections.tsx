import { DevicesSection } from '#web/account/profile/DevicesSection.tsx';
import { ProfileRow } from '#web/account/profile/ProfileRow.tsx';
import { SecondFactorSection } from '#web/account/profile/second-factor/SecondFactorSection.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { LocalMailbox } from '#web/account/access/LocalMailbox.tsx';
import { useUser } from '#web/ground/api/session.ts';
import { lazyDialog } from '#web/ground/parts/lazy-part.tsx';
import classes from '#web/account/profile/ProfilePage.module.css';
import { ProfileSection } from '#web/account/profile/ProfileSection.tsx';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { useMutation } from '@tanstack/react-query';
import { pb } from '#web/ground/api/client.ts';
import { LOCK_AFTER, useLockAfter } from '#web/ground/api/lock.ts';
import { counted, MINUTES_AGO } from '#web/ground/format/plural.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { Select } from '#web/ui/form/Select.tsx';
import { Switch } from '#web/ui/form/Switch.tsx';

/** The credentials, the second factor, the lock after inactivity, and the signed-in devices. */
export function AccessSections() {
  return (
    <>
      <AccessSection />
      <SecondFactorSection />
      <AwaySection />
      <DevicesSection />
    </>
  );
}

const EmailDialog = lazyDialog(async () => (await import('#web/account/profile/EmailDialog.tsx')).EmailDialog);
const PasswordDialog = lazyDialog(async () => (await import('#web/account/profile/PasswordDialog.tsx')).PasswordDialog);

/** The credentials: e-mail and password, each changed in its own dialog (AUTH-09). */
function AccessSection() {
  const { email } = useUser();
  const [opened, setOpened] = useState<'email' | 'password' | null>(null);
  const [sentTo, setSentTo] = useState('');
  const close = () => setOpened(null);
  return (
    <ProfileSection title="Вход и&nbsp;безопасность">
      <ul className={classes.rows}>
        <ProfileRow title="Email для входа" hint={email}>
          <Button variant="default" onClick={() => setOpened('email')}>
            Изменить email
          </Button>
        </ProfileRow>
        <ProfileRow title="Пароль" hint="После смены на&nbsp;остальных устройствах нужно войти заново">
          <Button variant="default" onClick={() => setOpened('password')}>
            Изменить пароль
          </Button>
        </ProfileRow>
      </ul>
      {sentTo && (
        <div className={classes.notice}>
          <InlineBox kind="success" announce>
            Письмо отправлено на&nbsp;{sentTo}. Откройте в&nbsp;нём ссылку и&nbsp;введите пароль. До&nbsp;этого ничего
            не&nbsp;меняется: входите с&nbsp;прежним адресом. Ссылка действует 30&nbsp;минут.
            <LocalMailbox />
          </InlineBox>
        </div>
      )}
      <EmailDialog opened={opened === 'email'} onClose={close} onSent={setSentTo} />
      <PasswordDialog opened={opened === 'password'} onClose={close} />
    </ProfileSection>
  );
}

const CHOICES = LOCK_AFTER.map((minutes) => ({
  value: String(minutes),
  label: minutes === 0 ? 'Не\u00A0блокировать' : `Через ${counted(minutes, MINUTES_AGO)} без действий`,
}));

/** The settings for inactivity: this browser locks (SEAL-04), every device signs out (AUTH-13). */
function AwaySection() {
  const { id, idleSignOut } = useUser();
  const [minutes, choose] = useLockAfter();
  const signOut = useMutation({
    // The SDK stores the response as the signed-in account.
    mutationFn: (chosen: boolean) => pb.collection('users').update(id, { idleSignOut: chosen }),
    onError: (error) => failureToast('Не удалось сохранить', error),
  });
  return (
    <ProfileSection title="Когда вы&nbsp;отошли">
      <ul className={classes.rows}>
        <li className={classes.row}>
          <Select
            className={classes.what ?? ''}
            label="Блокировать Кабинет на&nbsp;этом устройстве"
            description="На&nbsp;экране и&nbsp;в&nbsp;памяти браузера ничего не&nbsp;останется. Пароль вернёт вас туда&nbsp;же, а&nbsp;несохранённое подождёт. Сразу это делает «Заблокировать» в&nbsp;меню."
            data={CHOICES}
            value={String(minutes)}
            onChange={(value) => choose(Number(value))}
          />
        </li>
        <li className={classes.row}>
          <Switch
            label="Выходить после 30&nbsp;минут без действий"
            description="На&nbsp;всех устройствах. Для общего компьютера или кабинета, куда заходят другие."
            checked={signOut.isPending ? signOut.variables : idleSignOut}
            disabled={signOut.isPending}
            onChange={(event) => submitOnce(signOut, event.currentTarget.checked)}
          />
        </li>
      </ul>
    </ProfileSection>
  );
}
