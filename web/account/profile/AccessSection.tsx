import { Button } from '@mantine/core';
import { useState } from 'react';
import { LocalMailbox } from '#web/account/access/LocalMailbox.tsx';
import { useUser } from '#web/ground/api/session.ts';
import { lazyDialog } from '#web/ground/parts/lazy-part.tsx';
import classes from '#web/account/profile/ProfilePage.module.css';
import { ProfileSection } from '#web/account/profile/ProfileSection.tsx';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';

const EmailDialog = lazyDialog(async () => (await import('#web/account/profile/EmailDialog.tsx')).EmailDialog);
const PasswordDialog = lazyDialog(async () => (await import('#web/account/profile/PasswordDialog.tsx')).PasswordDialog);

/** The credentials: e-mail and password, each changed in its own dialog (AUTH-09). */
export function AccessSection() {
  const { email } = useUser();
  const [opened, setOpened] = useState<'email' | 'password' | null>(null);
  const [sentTo, setSentTo] = useState('');
  const close = () => setOpened(null);
  return (
    <ProfileSection title="Вход и&nbsp;безопасность">
      <ul className={classes.rows}>
        <li className={classes.row}>
          <div className={classes.what}>
            <div>Email для входа</div>
            <div className={classes.detail}>{email}</div>
          </div>
          <Button variant="default" onClick={() => setOpened('email')}>
            Изменить email
          </Button>
        </li>
        <li className={classes.row}>
          <div className={classes.what}>
            <div>Пароль</div>
            <div className={classes.detail}>После смены на&nbsp;остальных устройствах нужно войти заново</div>
          </div>
          <Button variant="default" onClick={() => setOpened('password')}>
            Изменить пароль
          </Button>
        </li>
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
