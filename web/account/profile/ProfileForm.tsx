import type { ReactNode } from 'react';
import classes from '#web/account/profile/ProfileForm.module.css';
import { ProfileSection, type ProfileSectionProps } from '#web/account/profile/ProfileSection.tsx';
import { pb, quietly } from '#web/ground/api/client.ts';
import { type ProfileRecord, profileQuery } from '#web/practice/own-profile/queries.ts';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { ChangedElsewhere, type FormWords } from '#web/practice/record-form/ChangedElsewhere.tsx';
import { UnsavedLine } from '#web/practice/record-form/DraftLine.tsx';
import { cached } from '#web/practice/record-form/save-record.ts';
import { type RecordForm, type RecordFormOptions, useRecordForm } from '#web/practice/record-form/use-record-form.ts';
import { FieldStack } from '#web/ui/form/FieldStack.tsx';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

type Kept = 'name' | 'rules' | 'onMistakes' | 'refresh';

interface ProfileFormOptions<Form extends object> extends Pick<RecordFormOptions<Form, ProfileRecord>, Kept> {
  formOf: (profile: ProfileRecord) => Form;
  /** The request body; by default the changed fields. */
  bodyOf?: (changes: Partial<Form>, fields: Form) => object;
  /** True when the save must send no letters to clients. */
  silent?: boolean;
  saved: string;
  onSaved?: () => void;
  failed: string;
}

/** A form over a part of the profile. */
export function useProfileForm<Form extends object>({
  formOf,
  bodyOf = (changes) => changes,
  silent = false,
  saved,
  onSaved,
  failed,
  ...options
}: ProfileFormOptions<Form>): RecordForm<Form> {
  const profile = useProfile();
  return useRecordForm<Form, ProfileRecord>({
    ...options,
    record: profile,
    start: formOf(profile),
    formOf,
    keptAsDraft: () => false,
    source: cached(profileQuery()),
    change: (changes, { id }, fields) =>
      pb.collection('profiles').update<ProfileRecord>(id, bodyOf(changes, fields), quietly(silent)),
    stays: true,
    onSaved: () => {
      onSaved?.();
      toast.success(saved);
    },
    onFailure: (error, id) => failureToast(failed, error, id),
  });
}

interface ProfileFormProps<Form extends object> extends ProfileSectionProps {
  form: Pick<RecordForm<Form>, 'id' | 'draft' | 'saving' | 'hasChanges' | 'onSubmit'>;
  words: FormWords<Form>;
  /** The text of the button. */
  save?: string;
  /** A remark below the button. */
  remark?: ReactNode;
}

/** A card of the profile whose fields are saved together. */
export function ProfileForm<Form extends object>({
  form,
  words,
  save = 'Сохранить',
  remark,
  children,
  ...section
}: ProfileFormProps<Form>) {
  return (
    <ProfileSection {...section}>
      <form id={form.id} noValidate onSubmit={form.onSubmit}>
        <FieldStack>
          <ChangedElsewhere draft={form.draft} words={words} />
          {children}
          <div className={classes.save}>
            <SubmitButton pending={form.saving} pendingText="Сохранение..." disabled={!form.hasChanges()}>
              {save}
            </SubmitButton>
            <UnsavedLine draft={form.draft} />
          </div>
          {remark}
        </FieldStack>
      </form>
    </ProfileSection>
  );
}
