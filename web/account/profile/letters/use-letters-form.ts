import { useQueryClient } from '@tanstack/react-query';
import { pb } from '#web/ground/api/client.ts';
import { type ProfileRecord, profileQuery } from '#web/practice/own-profile/queries.ts';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { type LettersForm, lettersForm, LETTERS_RULES } from '#web/account/profile/letters/letters-form.ts';
import { cached } from '#web/practice/record-form/save-record.ts';
import { type RecordForm, useRecordForm } from '#web/practice/record-form/use-record-form.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

/** The form of what the profile says about letters to clients. */
export function useLettersForm(): RecordForm<LettersForm> {
  const queryClient = useQueryClient();
  const profile = useProfile();
  return useRecordForm<LettersForm, ProfileRecord>({
    name: 'letters',
    record: profile,
    start: lettersForm(profile),
    formOf: lettersForm,
    rules: LETTERS_RULES,
    outlives: () => false,
    source: cached(queryClient, profileQuery()),
    change: (changes, { id }) => pb.collection('profiles').update<ProfileRecord>(id, changes),
    stays: true,
    onSaved: () => toast.success('Настройки писем сохранены'),
    onFailure: (error, id) => failureToast('Не\u00A0удалось сохранить настройки писем', error, id),
  });
}
