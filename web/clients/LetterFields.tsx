import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Switch, TextInput } from '@mantine/core';
import { emailKey } from '#domain/accounts/account.ts';
import type { ClientForm } from '#domain/clients/client.ts';
import { isTimeZone } from '#domain/time/zone.ts';
import { LettersOffBox } from '#web/clients/LettersOffBox.tsx';
import type { ClientRecord } from '#web/clients/queries.ts';
import { useProfile } from '#web/practice/use-profile.ts';
import { ZoneField } from '#web/practice/ZoneField.tsx';
import type { RecordForm } from '#web/record-form/use-record-form.ts';
import { OptionalLabel } from '#web/ui/form/FieldStack.tsx';

interface LetterFieldsProps {
  client: ClientRecord | null;
  form: RecordForm<ClientForm>;
}

/** Where letters to a client go, whether they do, and whose clock they show (LETTER-01). */
export function LetterFields({ client, form }: LetterFieldsProps) {
  const { values, errors, change } = form;
  const { client_letters: usual } = useProfile();
  const addressed = values.email.trim() !== '';
  const off = client && emailKey(values.email) === emailKey(client.email) ? client.letters_off : '';
  return (
    <>
      <TextInput
        label={<OptionalLabel>Email</OptionalLabel>}
        type="email"
        inputMode="email"
        autoComplete="off"
        value={values.email}
        error={errors.email}
        onChange={(event) => change({ email: event.currentTarget.value })}
      />
      {off && <LettersOffBox why={off} editing />}
      {addressed && (
        <Switch
          label="Напоминания"
          description={
            usual
              ? 'Перед встречей. И\u00A0письма о\u00A0новых, перенесённых и\u00A0отменённых встречах'
              : 'Сейчас письма клиентам выключены в\u00A0профиле'
          }
          checked={(values.reminders || (usual ? 'email' : 'none')) === 'email'}
          error={errors.reminders}
          onChange={(event) => change({ reminders: event.currentTarget.checked ? 'email' : 'none' })}
        />
      )}
      {(addressed || values.time_zone !== '') && (
        <ZoneField
          label="Время клиента"
          description="В&nbsp;письмах время встречи будет и&nbsp;по&nbsp;его часам"
          none="Как у&nbsp;меня"
          value={isTimeZone(values.time_zone) ? values.time_zone : ''}
          error={errors.time_zone}
          onChoose={(zone) => change({ time_zone: zone })}
        />
      )}
    </>
  );
}
