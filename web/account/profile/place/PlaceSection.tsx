import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isLeftOut } from '#domain/letters/told-place.ts';
import { PLACE_LIMITS, PLACE_RULES } from '#domain/places/place-rules.ts';
import { pb } from '#web/ground/api/client.ts';
import { ProfileSection } from '#web/account/profile/ProfileSection.tsx';
import { SaveRow } from '#web/account/profile/SaveRow.tsx';
import { type ProfileRecord, profileQuery } from '#web/practice/own-profile/queries.ts';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { quietly } from '#web/ground/api/quietly.ts';
import { PlaceLetterLine } from '#web/practice/places/PlaceLetterLine.tsx';
import { LeftOutHint } from '#web/practice/places/LeftOutHint.tsx';
import { ChangedElsewhere, type FormWords } from '#web/practice/record-form/ChangedElsewhere.tsx';
import { cached } from '#web/practice/record-form/save-record.ts';
import { useRecordForm } from '#web/practice/record-form/use-record-form.ts';
import { withDrafts } from '#web/practice/record-form/with-drafts.tsx';
import { FieldStack, OptionalLabel } from '#web/ui/form/FieldStack.tsx';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

type PlaceForm = Pick<ProfileRecord, 'place_address' | 'place_link'>;

const WORDS: FormWords<PlaceForm> = {
  place_address: { what: 'адрес' },
  place_link: { what: 'ссылка для\u00A0онлайн-встреч' },
};

/** Where clients are met, unless something else is said of one of them or of a session (PLACE-01). */
export const PlaceSection = withDrafts(Places);

function Places() {
  const queryClient = useQueryClient();
  const profile = useProfile();
  const [silent, setSilent] = useState(false);
  const form = useRecordForm<PlaceForm, ProfileRecord>({
    name: 'place',
    record: profile,
    start: formOf(profile),
    formOf,
    rules: { place_address: PLACE_RULES.address, place_link: PLACE_RULES.link },
    outlives: () => false,
    source: cached(queryClient, profileQuery()),
    change: (changes, { id }) => pb.collection('profiles').update<ProfileRecord>(id, changes, quietly(silent)),
    stays: true,
    onSaved: () => {
      setSilent(false);
      toast.success('Место встреч сохранено');
    },
    onFailure: (error, id) => failureToast('Не\u00A0удалось сохранить место встреч', error, id),
  });
  const { values, errors, change, draft } = form;
  return (
    <ProfileSection
      title="Где встречаемся"
      hint="Клиент увидит это в&nbsp;письмах, в&nbsp;своём календаре и&nbsp;на&nbsp;странице встречи. У&nbsp;каждого клиента и&nbsp;у&nbsp;каждой сессии место может быть своё."
    >
      <form id={form.id} noValidate onSubmit={form.onSubmit}>
        <FieldStack>
          <ChangedElsewhere draft={draft} words={WORDS} />
          <TextInput
            label={<OptionalLabel>Адрес</OptionalLabel>}
            description="Как дойти: улица, дом, код двери"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="off"
            maxLength={PLACE_LIMITS.addressMax}
            value={values.place_address}
            error={errors.place_address}
            onChange={(event) => change({ place_address: event.currentTarget.value })}
          />
          {isLeftOut(values.place_address) && <LeftOutHint />}
          <TextInput
            label={<OptionalLabel>Ссылка для онлайн-встреч</OptionalLabel>}
            description="Постоянный адрес вашей видеовстречи, начиная с&nbsp;https://. Где указан только он, встречи онлайн"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={PLACE_LIMITS.linkMax}
            value={values.place_link}
            error={errors.place_link}
            onChange={(event) => change({ place_link: event.currentTarget.value.trim() })}
          />
          {profile.client_letters && form.hasChanges() && (
            <PlaceLetterLine to="" silent={silent} onSilent={setSilent} />
          )}
          <SaveRow form={form} draft={draft} />
        </FieldStack>
      </form>
    </ProfileSection>
  );
}

function formOf({ place_address, place_link }: PlaceForm): PlaceForm {
  return { place_address, place_link };
}
