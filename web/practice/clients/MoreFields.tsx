import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClientForm } from '#domain/clients/client.ts';
import { TAG_LIMITS, TAGS_RULE } from '#domain/clients/tags.ts';
import { readToday } from '#web/ground/browser/clock.ts';
import { knownTagsQuery } from '#web/practice/clients/queries.ts';
import { ClientPriceFields } from '#web/practice/money/ClientPriceFields.tsx';
import { useMoneyUsed } from '#web/practice/money/used.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { FieldOfRecord } from '#web/practice/record-form/FieldOfRecord.tsx';
import { fieldOf, textFieldOf } from '#web/practice/record-form/field-props.ts';
import type { RecordForm } from '#web/practice/record-form/use-record-form.ts';
import { DateField } from '#web/ui/date-field/DateField.tsx';
import { TagsField } from '#web/ui/form/TagsField.tsx';

export interface MoreFieldsProps {
  form: RecordForm<ClientForm>;
}

/** Further optional data about a client (CARD-05, MONEY-01). */
export function MoreFields({ form }: MoreFieldsProps) {
  const { values } = form;
  const timeZone = useTimeZone();
  const [asks, setAsks] = useState(false);
  const paid = useMoneyUsed(values.price !== '' || values.pay_way !== '');
  const { data: known = [] } = useQuery({ ...knownTagsQuery(), enabled: asks });
  return (
    <>
      <FieldOfRecord
        form={form}
        field="request"
        label="Запрос"
        description="С&nbsp;чем приходит клиент. Видите только вы"
        rows={3}
      />
      <FieldOfRecord
        form={form}
        field="agreement"
        label="Договорённости"
        description="Например, как часто встречаетесь и&nbsp;как отменяете"
        rows={3}
      />
      <DateField label="Дата рождения" today={readToday(timeZone)} {...fieldOf(form, 'birth_date')} />
      <FieldOfRecord form={form} field="emergency" label="Контакт на&nbsp;экстренный случай" rows={2} />
      <TextInput
        label="Другой способ связи"
        description="Например, имя в&nbsp;мессенджере"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="off"
        {...textFieldOf(form, 'contact')}
      />
      <TagsField
        label="Метки"
        description={`До\u00A0${TAG_LIMITS.most}, через запятую. По\u00A0метке можно отобрать клиентов`}
        clean={TAGS_RULE.clean}
        known={known}
        {...fieldOf(form, 'tags')}
        onFocus={() => setAsks(true)}
      />
      {paid && <ClientPriceFields form={form} />}
    </>
  );
}
