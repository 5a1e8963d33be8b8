import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { isLeftOut } from '#domain/letters/told-place.ts';
import { PLACE_LIMITS, PLACE_RULES } from '#domain/places/place-rules.ts';
import { ProfileForm, useProfileForm } from '#web/account/profile/ProfileForm.tsx';
import { type ProfileRecord } from '#web/practice/own-profile/queries.ts';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { LinkField } from '#web/practice/places/LinkField.tsx';
import { PlaceLetterLine } from '#web/practice/places/PlaceLetterLine.tsx';
import { LeftOutHint } from '#web/practice/places/LeftOutHint.tsx';
import { type FormWords } from '#web/practice/record-form/ChangedElsewhere.tsx';
import { textFieldOf } from '#web/practice/record-form/field-props.ts';
import { withDrafts } from '#web/practice/record-form/with-drafts.tsx';
import { OptionalLabel } from '#web/ui/form/FieldStack.tsx';

type PlaceForm = Pick<ProfileRecord, 'place_address' | 'place_link'>;

const WORDS: FormWords<PlaceForm> = {
  place_address: { what: 'адрес' },
  place_link: { what: 'ссылка для\u00A0онлайн-встреч' },
};

/** The practice's default place; a client or a session can have another one (PLACE-01). */
export const PlaceSection = withDrafts(Places);

function Places() {
  const profile = useProfile();
  const [silent, setSilent] = useState(false);
  const form = useProfileForm<PlaceForm>({
    name: 'place',
    formOf,
    rules: { place_address: PLACE_RULES.address, place_link: PLACE_RULES.link },
    silent,
    saved: 'Место встреч сохранено',
    onSaved: () => setSilent(false),
    failed: 'Не\u00A0удалось сохранить место встреч',
  });
  return (
    <ProfileForm
      form={form}
      words={WORDS}
      title="Где встречаемся"
      hint="Клиент увидит это в&nbsp;письмах, в&nbsp;своём календаре и&nbsp;на&nbsp;странице встречи. У&nbsp;каждого клиента и&nbsp;у&nbsp;каждой сессии место может быть своё."
    >
      <TextInput
        label={<OptionalLabel>Адрес</OptionalLabel>}
        description="Как дойти: улица, дом, код двери"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="off"
        maxLength={PLACE_LIMITS.addressMax}
        {...textFieldOf(form, 'place_address')}
      />
      {isLeftOut(form.values.place_address) && <LeftOutHint />}
      <LinkField
        label={<OptionalLabel>Ссылка для онлайн-встреч</OptionalLabel>}
        description="Постоянный адрес вашей видеовстречи, начиная с&nbsp;https://. Где указан только он, встречи онлайн"
        {...textFieldOf(form, 'place_link', (typed) => typed.trim())}
      />
      {profile.client_letters && form.hasChanges() && <PlaceLetterLine to="" silent={silent} onSilent={setSilent} />}
    </ProfileForm>
  );
}

function formOf({ place_address, place_link }: PlaceForm): PlaceForm {
  return { place_address, place_link };
}
