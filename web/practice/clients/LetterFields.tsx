import { TextInput } from '@mantine/core';
import { emailKey } from '#domain/accounts/email.ts';
import type { ClientForm } from '#domain/clients/client.ts';
import { isTimeZone } from '#domain/time/zone.ts';
import { LettersOffBox } from '#web/practice/clients/LettersOffBox.tsx';
import type { ClientRecord } from '#web/practice/clients/queries.ts';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { ZoneField } from '#web/practice/own-profile/ZoneField.tsx';
import type { RecordForm } from '#web/practice/record-form/use-record-form.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { OptionalLabel } from '#web/ui/form/FieldStack.tsx';
import { Switch } from '#web/ui/form/Switch.tsx';

interface LetterFieldsProps {
  client: ClientRecord | null;
  form: RecordForm<ClientForm>;
}

/** The address for letters to a client, whether they are sent, and the time zone they use (LETTER-01). */
export function LetterFields({ client, form }: LetterFieldsProps) {
  const { values, errors, change } = form;
  const { client_letters: usual } = useProfile();
  const addressed = values.email.trim() !== '';
  const isStored = (email: string) => emailKey(email) === emailKey(client?.email ?? '');
  const off = client && isStored(values.email) ? client.letters_off : '';
  // After the mail server refused the stored address, a corrected one gets letters again.
  const refused = client?.letters_off === 'refused' ? client : null;
  const isCorrected = (email: string) => refused !== null && email.trim() !== '' && !isStored(email);
  const changeEmail = (email: string) => {
    const corrected = isCorrected(email);
    const turned = corrected !== isCorrected(values.email);
    change({ email, ...(refused && turned && { reminders: corrected ? 'email' : refused.reminders }) });
  };
  return (
    <>
      <TextInput
        label={<OptionalLabel>Email</OptionalLabel>}
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={values.email}
        error={errors.email}
        onChange={(event) => changeEmail(event.currentTarget.value)}
      />
      {off && <LettersOffBox why={off} editing />}
      {isCorrected(values.email) && values.reminders === 'email' && (
        <InlineBox kind="info" title="Письма включены.">
          Письма отвергал прежний адрес, на&nbsp;новый они снова могут уходить.
        </InlineBox>
      )}
      {addressed && (
        <Switch
          label="Письма клиенту"
          description={
            usual
              ? 'О\u00A0новых, перенесённых и\u00A0отменённых встречах, и\u00A0напоминание перед встречей'
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
