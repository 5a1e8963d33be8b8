import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconKey } from '@tabler/icons-react';
import { useState, type FormEvent, type ReactNode } from 'react';
import { LICENCE_KEY_MAX, LICENCE_STATUS_LABEL, type LicenceStatus } from '#domain/profiles/licence.ts';
import { pb } from '#web/ground/api/client.ts';
import { errorText, fieldErrors } from '#web/ground/api/errors.ts';
import { readAgain } from '#web/ground/api/read-again.ts';
import { showInstantDate } from '#web/ground/format/dates.ts';
import type { ProfileRecord } from '#web/practice/own-profile/queries.ts';
import classes from '#web/account/profile/ProfilePage.module.css';
import { ProfileSection } from '#web/account/profile/ProfileSection.tsx';
import { LicenceLine } from '#web/practice/own-profile/LicenceLine.tsx';
import { LicenceOffer } from '#web/practice/own-profile/LicenceOffer.tsx';
import { useLicenceNotice } from '#web/practice/own-profile/use-licence.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { type Sign, StatusBadge, type Tone } from '#web/ui/base/StatusBadge.tsx';
import { toast } from '#web/ui/toast/toast.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';

const BADGE: Record<LicenceStatus, { tone: Tone; sign: Sign }> = {
  active: { tone: 'green', sign: 'check' },
  invalid: { tone: 'red', sign: 'x' },
  expired: { tone: 'orange', sign: 'clock' },
  '': { tone: 'grey', sign: 'dashed' },
};

/** The licence key and the result of the server's check (PROFILE-02). */
export function LicenceSection({ profile }: { profile: ProfileRecord }) {
  const timeZone = useTimeZone();
  const notice = useLicenceNotice();
  const [typed, setTyped] = useState<string | null>(null);
  const key = typed ?? profile.license_key;
  const check = useMutation({
    mutationFn: (licence_key: string) =>
      pb.send<ProfileRecord>('/api/profiles/check-licence', { method: 'POST', body: { licence_key } }),
    onSuccess: async (checked, sent) => {
      await readAgain(['profiles']);
      // Keeps a key that was typed during the check.
      setTyped((now) => (now?.trim() === sent ? null : now));
      if (checked.license_status === 'active') toast.success('Лицензия успешно активирована');
      else if (checked.license_status === 'expired')
        toast.error('Ошибка валидации лицензии: срок действия ключа истёк');
      else toast.error('Неверный лицензионный ключ');
    },
    onError: (error) =>
      toast.error(
        Object.keys(fieldErrors(error)).length > 0
          ? `Ошибка валидации лицензии: ${errorText(error)}`
          : 'Ошибка при проверке лицензии',
      ),
  });
  const status = profile.license_status;
  const tooLong = key.trim().length > LICENCE_KEY_MAX;
  const askForOther = () =>
    confirm({
      title: 'Проверить другой ключ?',
      text: (
        <>
          Сейчас лицензия активна до&nbsp;{showInstantDate(profile.license_expires_at, timeZone)}. Новый ключ заменит
          прежний, и&nbsp;если он&nbsp;не&nbsp;подойдёт, лицензия перестанет действовать.
        </>
      ),
      button: 'Проверить',
      destructive: false,
      run: () => check.mutateAsync(key.trim()).catch(() => undefined),
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!key.trim() || tooLong) return;
    // Any other key, even an invalid one, replaces the active key.
    if (status === 'active' && key.trim() !== profile.license_key) void askForOther();
    else submitOnce(check, key.trim());
  };
  return (
    <ProfileSection
      title="Лицензия"
      hint="Ключ можно получить, создав и оплатив одну персональную страницу в конструкторе сайтов."
    >
      <div className={classes.offer}>{notice ? <LicenceLine /> : status !== 'active' && <LicenceOffer />}</div>
      <form onSubmit={submit} className={classes.keyRow} noValidate>
        <TextInput
          label="Лицензионный ключ"
          className={classes.key ?? ''}
          autoComplete="off"
          spellCheck={false}
          error={tooLong && `Не\u00A0длиннее ${LICENCE_KEY_MAX} символов`}
          leftSection={<IconKey aria-hidden size={18} stroke={1.6} />}
          value={key}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          disabled={!key.trim() || check.isPending}
          aria-busy={check.isPending || undefined}
        >
          Проверить лицензию
        </Button>
      </form>
      <dl className={classes.status}>
        <Line label="Статус">
          <StatusBadge {...BADGE[status]}>{LICENCE_STATUS_LABEL[status]}</StatusBadge>
        </Line>
        {profile.license_verified_at && (
          <Line label="Проверена">{showInstantDate(profile.license_verified_at, timeZone)}</Line>
        )}
        {profile.license_expires_at && (
          <Line label={status === 'expired' ? 'Истекла' : 'Действует до'}>
            {showInstantDate(profile.license_expires_at, timeZone)}
          </Line>
        )}
      </dl>
    </ProfileSection>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.line}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
