import { Button } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { SignIn, SignInList } from '#domain/accounts/sign-in.ts';
import { readInstant } from '#domain/time/instant.ts';
import { ProfileRow, RowComing } from '#web/account/profile/ProfileRow.tsx';
import { statusOf } from '#web/ground/api/errors.ts';
import { showInstant } from '#web/ground/format/dates.ts';
import { showSince } from '#web/ground/format/relative-time.ts';
import classes from '#web/account/profile/ProfilePage.module.css';
import { ProfileSection } from '#web/account/profile/ProfileSection.tsx';
import { endOtherSignIns, endSignIn } from '#web/account/profile/actions.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { StatusBadge } from '#web/ui/base/StatusBadge.tsx';
import { toast } from '#web/ui/toast/toast.ts';
import { useNow } from '#web/ui/page/use-now.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { pb } from '#web/ground/api/client.ts';
import { ownId } from '#web/ground/api/session.ts';

const FAILED = 'Не\u00A0удалось завершить вход';

/** The signed-in devices; any other device can be signed out. */
export function DevicesSection() {
  const queryClient = useQueryClient();
  const query = useQuery(signInsQuery());
  const list = useRef<HTMLUListElement>(null);

  const end = useMutation({
    mutationFn: ({ action }: { action: () => Promise<void>; done: string }) =>
      action().catch((error: unknown) => {
        // The device was already signed out elsewhere, which is what was requested.
        if (statusOf(error) !== 404) throw error;
      }),
    onSuccess: async (_, { done }) => {
      await queryClient.invalidateQueries({ queryKey: ['sign-ins'] });
      toast.success(done);
      // The pressed button disappears with its row.
      list.current?.focus();
    },
    onError: (error) => failureToast(FAILED, error),
  });

  return (
    <ProfileSection
      title="Устройства"
      hint="Здесь выполнен вход в ваш аккаунт. Если устройство незнакомо, завершите вход и смените пароль."
    >
      {!query.data && (
        <RowComing query={query} failed="Не&nbsp;удалось загрузить устройства" text="Загрузка устройств..." />
      )}
      {query.data && (
        <ul role="list" ref={list} tabIndex={-1} className={classes.rows} aria-label="Устройства">
          {query.data.map((signIn) => (
            <Device
              key={signIn.id}
              signIn={signIn}
              disabled={end.isPending}
              onEnd={() =>
                submitOnce(end, { action: () => endSignIn(signIn.id), done: 'Вход на\u00A0устройстве завершён' })
              }
            />
          ))}
        </ul>
      )}
      {query.data && query.data.length > 1 && (
        <Button
          variant="default"
          className={classes.below ?? ''}
          disabled={end.isPending}
          onClick={() =>
            submitOnce(end, { action: endOtherSignIns, done: 'Вход на\u00A0остальных устройствах завершён' })
          }
        >
          Завершить все остальные
        </Button>
      )}
    </ProfileSection>
  );
}

function Device({ signIn, disabled, onEnd }: { signIn: SignIn; disabled: boolean; onEnd: () => void }) {
  const timeZone = useTimeZone();
  const now = useNow();
  const { device, address, created, lastSeen, current } = signIn;
  const seen = readInstant(lastSeen);
  return (
    <ProfileRow
      title={<span className="medium">{device}</span>}
      hint={
        <>
          <span className="nowrap">вход {showInstant(created, timeZone)},</span>{' '}
          {!current && seen && (
            <>
              <span className="nowrap">активность {showSince(seen, now, timeZone)},</span>{' '}
            </>
          )}
          <span className="nowrap">IP {address}</span>
        </>
      }
    >
      {current ? (
        <StatusBadge tone="green" sign="check">
          Это устройство
        </StatusBadge>
      ) : (
        <Button
          variant="subtle"
          color="gray"
          disabled={disabled}
          aria-label={`Завершить вход: ${device}, ${showInstant(created, timeZone)}`}
          onClick={onEnd}
        >
          Завершить
        </Button>
      )}
    </ProfileRow>
  );
}

/** The signed-in devices, this one first. */
function signInsQuery() {
  const user = ownId();
  return queryOptions({
    queryKey: ['sign-ins', user],
    queryFn: async ({ signal }) => {
      const { items } = await pb.send<SignInList>('/api/sign-ins', { signal });
      return items.toSorted((a, b) => Number(b.current) - Number(a.current));
    },
  });
}
