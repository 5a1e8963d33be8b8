import { ActionIcon, Button } from '@mantine/core';
import { IconCopy, IconExternalLink } from '@tabler/icons-react';
import classes from '#web/practice/booking/OnlineBooking.module.css';
import { useCopy } from '#web/ui/dialog/use-copy.ts';
import type { ProfileRecord } from '#web/practice/own-profile/queries.ts';
import { Card } from '#web/ui/page/CardGrid.tsx';
import { useMutation } from '@tanstack/react-query';
import { readAgain } from '#web/ground/api/read-again.ts';
import { makeNewLink, setAccepting } from '#web/practice/booking/actions.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { Switch } from '#web/ui/form/Switch.tsx';

/** The public address with buttons to copy and open it, and the state of its page (BOOK-01, BOOK-07). */
export function BookingLink({ profile }: { profile: ProfileRecord }) {
  const { booking_hash: hash } = profile;
  const link = linkOf(hash);
  return (
    <Card className={classes.link} aria-label="Ваша страница записи">
      <div className={classes.address}>
        <p className="small secondary">Ваша страница записи</p>
        <p className="anywhere medium">{link.replace(/^https?:\/\//, '')}</p>
      </div>
      <div className={classes.linkActions}>
        <CopyLink hash={hash} />
        <ActionIcon
          component="a"
          href={link}
          target="_blank"
          rel="noopener"
          variant="default"
          size="var(--k-control)"
          aria-label="Открыть страницу записи"
          title="Открыть страницу записи"
        >
          <IconExternalLink aria-hidden size={18} stroke={1.6} />
        </ActionIcon>
      </div>
      <RequestsSwitch profile={profile} />
    </Card>
  );
}

/** Copies the address and confirms it for two seconds. */
function CopyLink({ hash }: { hash: string }) {
  const { copied, copy } = useCopy('Не удалось скопировать ссылку');
  return (
    <Button
      variant="default"
      className={classes.copy ?? ''}
      leftSection={<IconCopy aria-hidden size={18} stroke={1.6} />}
      onClick={() => void copy(linkOf(hash))}
    >
      <span aria-live="polite">{copied ? 'Скопировано!' : 'Скопировать'}</span>
    </Button>
  );
}

function linkOf(hash: string): string {
  return `${window.location.origin}/booking/${hash}`;
}

/** Whether the public page accepts requests, and the button for a new address (BOOK-07). */
function RequestsSwitch({ profile }: { profile: ProfileRecord }) {
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
