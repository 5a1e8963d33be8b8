import type { ClientForm } from '#domain/clients/client.ts';
import { readableLink } from '#domain/places/link.ts';
import { type ClientPlace, placeOf } from '#domain/places/place.ts';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { LinkField } from '#web/practice/places/LinkField.tsx';
import { showPlace } from '#web/practice/places/place-words.ts';
import { keysOf } from '#web/practice/record-form/changed-fields.ts';
import { fieldOf, textFieldOf } from '#web/practice/record-form/field-props.ts';
import type { RecordForm } from '#web/practice/record-form/use-record-form.ts';
import { OptionalLabel } from '#web/ui/form/FieldStack.tsx';
import { Select } from '#web/ui/form/Select.tsx';

export const CLIENT_PLACE_LABEL: Readonly<Record<ClientPlace, string>> = {
  '': 'Как обычно',
  online: 'Онлайн',
  office: 'В\u00A0кабинете',
};

/** Where a client is met, and their own link for online meetings (PLACE-01). */
export function ClientPlaceFields({ form }: { form: RecordForm<ClientForm> }) {
  const { values } = form;
  const profile = useProfile();
  const choices = keysOf(CLIENT_PLACE_LABEL).map((value) => ({ value, label: CLIENT_PLACE_LABEL[value] }));
  const place = placeOf({ session: null, client: { place: values.place, place_link: '' }, profile });
  const usual = profile.place_link === '' ? '' : `Если пусто: ${readableLink(profile.place_link)}`;
  return (
    <>
      <Select
        label="Где встречаетесь"
        description={values.place === 'online' ? undefined : showPlace(place) || 'Адрес и\u00A0ссылка — в\u00A0профиле'}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={choices}
        {...fieldOf(form, 'place')}
      />
      {values.place === 'online' && (
        <LinkField
          label={<OptionalLabel>Своя ссылка</OptionalLabel>}
          description={usual || 'Адрес встречи, начиная с\u00A0https://'}
          {...textFieldOf(form, 'place_link', (typed) => typed.trim())}
        />
      )}
    </>
  );
}
