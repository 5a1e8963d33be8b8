import { useMutation } from '@tanstack/react-query';
import { pb } from '#web/ground/api/client.ts';
import { LOCK_AFTER, useLockAfter } from '#web/ground/api/lock.ts';
import { useUser } from '#web/ground/api/session.ts';
import { counted, MINUTES_AGO } from '#web/ground/format/plural.ts';
import classes from '#web/account/profile/ProfilePage.module.css';
import { ProfileSection } from '#web/account/profile/ProfileSection.tsx';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { Select } from '#web/ui/form/Select.tsx';
import { Switch } from '#web/ui/form/Switch.tsx';

const CHOICES = LOCK_AFTER.map((minutes) => ({
  value: String(minutes),
  label: minutes === 0 ? 'Не\u00A0блокировать' : `Через ${counted(minutes, MINUTES_AGO)} без действий`,
}));

/** What happens after a time without use: this browser locks (SEAL-04), every device signs out (AUTH-13). */
export function AwaySection() {
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
