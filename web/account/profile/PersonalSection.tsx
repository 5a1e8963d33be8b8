import { TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { NAME_MAX } from '#domain/profiles/name-limit.ts';
import { hasLetterOrDigit } from '#domain/text/clean-text.ts';
import { pb } from '#web/ground/api/client.ts';
import { errorText } from '#web/ground/api/errors.ts';
import { EVERYTHING, readAgain } from '#web/ground/api/read-again.ts';
import { renameUser, useUser } from '#web/ground/api/session.ts';
import type { ProfileRecord } from '#web/practice/own-profile/queries.ts';
import classes from '#web/account/profile/ProfilePage.module.css';
import { ProfileSection } from '#web/account/profile/ProfileSection.tsx';
import { ZoneField } from '#web/practice/own-profile/ZoneField.tsx';
import { lazyDialog } from '#web/ground/parts/lazy-part.tsx';
import { seriesQuery } from '#web/practice/series/queries.ts';
import { currentRules } from '#web/practice/series/words.ts';
import type { ZoneQuestionProps } from '#web/practice/series/zone/ZoneQuestion.tsx';
import { FieldStack } from '#web/ui/form/FieldStack.tsx';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { readClock } from '#web/ground/browser/clock.ts';

const ZoneQuestion = lazyDialog(async () => (await import('#web/practice/series/zone/ZoneQuestion.tsx')).ZoneQuestion);

interface Fields {
  name?: string;
  time_zone?: string;
}

interface Sent {
  typed: Fields;
  changes: Fields;
}

/** Read-only e-mail, name and time zone; saving is enabled after a change. */
export function PersonalSection({ profile }: { profile: ProfileRecord }) {
  const user = useUser();
  const [typed, setTyped] = useState<Fields>({});
  /** The data of the open question, kept here because the profile has the new zone before the answer is carried out. */
  const [zoneQuestion, setZoneQuestion] = useState<Pick<ZoneQuestionProps, 'timeZone' | 'series'> | null>(null);
  const name = typed.name ?? profile.name;
  const timeZone = typed.time_zone ?? profile.time_zone;
  const changes = {
    ...(name.trim() !== profile.name && { name: name.trim() }),
    ...(timeZone !== profile.time_zone && { time_zone: timeZone }),
  };
  const unchanged = Object.keys(changes).length === 0;
  const nameMistake = name === profile.name ? null : mistakeInName(name);

  const series = useQuery({ ...seriesQuery(), enabled: changes.time_zone !== undefined });
  const affected = currentRules(series.data ?? [], readClock());

  const save = useMutation({
    mutationFn: (sent: Sent) => pb.collection('profiles').update(profile.id, sent.changes),
    onSuccess: async (_, sent) => {
      if (sent.changes.name) renameUser(sent.changes.name);
      await readAgain([EVERYTHING]);
      // Keeps values typed during the save for the next one.
      setTyped((now) => (now === sent.typed ? {} : now));
      toast.success('Профиль обновлен');
    },
    onError: (error) => toast.error(`Ошибка обновления профиля: ${errorText(error)}`),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (unchanged || nameMistake) return;
    if (changes.time_zone && !series.data) {
      failureToast('Ошибка при загрузке серий', series.error);
      void series.refetch();
      return;
    }
    if (changes.time_zone && affected.length > 0) setZoneQuestion({ timeZone: changes.time_zone, series: affected });
    else submitOnce(save, { typed, changes });
  };
  return (
    <ProfileSection title="Личные данные">
      <form onSubmit={submit} noValidate>
        <FieldStack>
          <TextInput label="Email" value={user.email} readOnly className={classes.readOnly ?? ''} />
          <TextInput
            label="Имя"
            description="Его видят посетители на&nbsp;странице записи"
            autoComplete="name"
            value={name}
            error={nameMistake}
            onChange={(event) => setTyped({ ...typed, name: event.currentTarget.value })}
          />
          <ZoneField
            label="Часовой пояс"
            description="По&nbsp;нему считаются рабочие часы, календарь и&nbsp;время на&nbsp;странице записи"
            value={timeZone}
            onChoose={(zone) => setTyped({ ...typed, time_zone: zone })}
          />
          <div>
            <SubmitButton
              pending={save.isPending}
              pendingText="Сохранение..."
              disabled={unchanged || nameMistake !== null || series.isLoading}
            >
              Сохранить
            </SubmitButton>
          </div>
        </FieldStack>
      </form>
      {zoneQuestion && (
        <ZoneQuestion
          {...zoneQuestion}
          opened
          onSave={() => save.mutateAsync({ typed, changes })}
          onClose={() => setZoneQuestion(null)}
        />
      )}
    </ProfileSection>
  );
}

/** The error in a changed name; null if it is valid. */
function mistakeInName(name: string): string | null {
  if (!hasLetterOrDigit(name)) return 'Введите имя';
  return name.trim().length > NAME_MAX ? `Не\u00A0длиннее ${NAME_MAX} символов` : null;
}
