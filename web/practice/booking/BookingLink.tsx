import { ActionIcon, Button } from '@mantine/core';
import { IconCopy, IconExternalLink } from '@tabler/icons-react';
import classes from '#web/practice/booking/OnlineBooking.module.css';
import { RequestsSwitch } from '#web/practice/booking/RequestsSwitch.tsx';
import { useCopy } from '#web/ui/dialog/use-copy.ts';
import type { ProfileRecord } from '#web/practice/own-profile/queries.ts';
import { Card } from '#web/ui/page/CardGrid.tsx';

/** The public address with copy and open, and the state of its page (BOOK-01, BOOK-07). */
export function BookingLink({ profile }: { profile: ProfileRecord }) {
  const { booking_hash: hash } = profile;
  const link = linkOf(hash);
  return (
    <Card className={classes.link} aria-label="Ваша страница записи">
      <div className={classes.address}>
        <p className="small secondary">Ваша страница записи</p>
        <p className={classes.url}>{link.replace(/^https?:\/\//, '')}</p>
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
