import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { readAgain } from '#web/ground/api/read-again.ts';
import classes from '#web/practice/booking/OnlineBooking.module.css';
import { makeNewLink, setAccepting } from '#web/practice/booking/actions.ts';
import type { ProfileRecord } from '#web/practice/own-profile/queries.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { Switch } from '#web/ui/form/Switch.tsx';

/** Whether the public page takes requests, and the button for a new address (BOOK-07). */
export function RequestsSwitch({ profile }: { profile: ProfileRecord }) {
  const refresh = () => readAgain(['profiles']);
  const change = useMutation({
    mutationFn: (accepting: boolean) => setAccepting(profile.id, accepting),
    onSuccess: refresh,
    onError: (error) => failureToast('Не\u00A0удалось изменить приём заявок', error),
  });
  const accepting = change.isPending ? change.variables : profile.accepting;
  const askToRenew = async () => {
    const done = await confirm({
      title: 'Сделать новую ссылку?',
      text: (
        <>
          Прежний адрес страницы записи сразу перестанет работать. Замените его везде, где вы&nbsp;его оставили. Заявки,
          которые уже пришли, останутся.
        </>
      ),
      button: 'Сделать новую',
      run: async () => {
        await makeNewLink();
        await refresh();
      },
      failed: 'Не\u00A0удалось сделать новую ссылку',
    });
    if (done) toast.success('Новая ссылка готова');
  };
  return (
    <div className={classes.intake}>
      <Switch
        className={classes.accepting ?? ''}
        checked={accepting}
        disabled={change.isPending}
        onChange={(event) => submitOnce(change, event.currentTarget.checked)}
        label="Приём заявок"
        description={accepting ? 'Посетители могут отправлять заявки' : 'Посетители видят, что запись сейчас закрыта'}
      />
      <Button variant="subtle" className={classes.renew ?? ''} onClick={() => void askToRenew()}>
        Новая ссылка
      </Button>
    </div>
  );
}
