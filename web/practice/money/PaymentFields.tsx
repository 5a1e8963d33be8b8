import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MONEY_LIMITS, PAY_WAYS, USUAL_WAY } from '#domain/money/money.ts';
import { useAreLocked } from '#web/ground/api/keys.ts';
import { readToday } from '#web/ground/browser/clock.ts';
import { ClientChoice } from '#web/practice/client-choice/ClientChoice.tsx';
import { AmountField } from '#web/practice/money/AmountField.tsx';
import { dueSessionsQuery } from '#web/practice/money/due-sessions.ts';
import classes from '#web/practice/money/Money.module.css';
import { KIND_LABEL, PAYMENT_KINDS, type PaymentForm } from '#web/practice/money/payment-form.ts';
import type { PaymentRecord } from '#web/practice/money/queries.ts';
import { wayWord } from '#web/practice/money/words.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { FieldOfRecord } from '#web/practice/record-form/FieldOfRecord.tsx';
import { fieldOf } from '#web/practice/record-form/field-props.ts';
import type { RecordForm } from '#web/practice/record-form/use-record-form.ts';
import { showInstant } from '#web/ground/format/dates.ts';
import { DateField } from '#web/ui/date-field/DateField.tsx';
import { OptionalLabel } from '#web/ui/form/FieldStack.tsx';
import { NumberField } from '#web/ui/form/NumberField.tsx';
import { Select } from '#web/ui/form/Select.tsx';
import { Switch } from '#web/ui/form/Switch.tsx';
import { Segments } from '#web/ui/page/Segments.tsx';

interface PaymentFieldsProps {
  form: RecordForm<PaymentForm, PaymentRecord>;
  /** True if the client is fixed and shown above. */
  fixed: boolean;
}

const HINT = {
  money: 'Без сессии деньги закрывают самые старые долги, остаток ждёт на\u00A0счёте',
  package: 'Встречи расходуют пакет по\u00A0одной. Срок можно не\u00A0указывать',
  refund:
    'Возврат берёт то, что ждёт на\u00A0счёте, а\u00A0если этого мало\u00A0— снова открывает последние оплаченные встречи. Пакета он\u00A0не\u00A0трогает: чтобы вернуть неиспользованные встречи, измените сам пакет',
} as const;

/** The amount, the way of paying, and what is paid for. */
export function PaymentFields({ form, fixed }: PaymentFieldsProps) {
  const { values, errors, change, draft } = form;
  const timeZone = useTimeZone();
  const today = readToday(timeZone);
  // The client's usual way is suggested only until the person chooses one, now or in a draft.
  const [wayIsSaid, sayWay] = useState(values.way !== USUAL_WAY);
  const gone = fixed && values.client === '';
  const noNote = useAreLocked() && values.note === '' && !draft.absent.includes('note');
  return (
    <>
      {!fixed && (
        <ClientChoice
          client={values.client}
          data-autofocus={values.client === '' || undefined}
          error={errors.client}
          onChoose={(client, chosen) => {
            change({ client, session: '', ...(wayIsSaid ? {} : { way: chosen?.pay_way || USUAL_WAY }) });
          }}
        />
      )}
      <div className={classes.kinds}>
        <Segments
          label="Вид"
          choices={PAYMENT_KINDS.map((value) => ({ value, label: KIND_LABEL[value] }))}
          value={values.kind}
          onChange={(kind) => change({ kind })}
        />
      </div>
      <div className={classes.pair}>
        <AmountField
          label="Сумма"
          data-autofocus={fixed || values.client !== '' || undefined}
          {...fieldOf(form, 'amount')}
        />
        <DateField label="Дата" today={today} {...fieldOf(form, 'paid_on')} />
      </div>
      {values.kind === 'package' && (
        <div className={classes.pair}>
          <NumberField label="Встреч" min={1} max={MONEY_LIMITS.meetingsMax} {...fieldOf(form, 'meetings')} />
          <DateField label="Действует до" today={today} {...fieldOf(form, 'until')} />
        </div>
      )}
      {values.kind === 'money' && values.client !== '' && <ForWhat form={form} timeZone={timeZone} />}
      <p className="small secondary">{HINT[values.kind]}.</p>
      <Select
        label="Способ"
        data={PAY_WAYS.map((value) => ({ value, label: wayWord(value) }))}
        value={values.way}
        error={errors.way}
        onChange={(way) => {
          sayWay(true);
          change({ way });
        }}
      />
      <Switch
        label="Чек выдан"
        checked={values.receipt}
        onChange={(event) => change({ receipt: event.currentTarget.checked })}
      />
      {!gone &&
        (noNote ? (
          <p className="small secondary">Примечание можно добавить, когда записи открыты.</p>
        ) : (
          <FieldOfRecord
            form={form}
            field="note"
            label={<OptionalLabel>Примечание</OptionalLabel>}
            autoComplete="off"
            rows={2}
          />
        ))}
    </>
  );
}

interface ForWhatProps extends Pick<PaymentFieldsProps, 'form'> {
  timeZone: string;
}

/** An unpaid session, or the client's account. */
function ForWhat({ form, timeZone }: ForWhatProps) {
  const { values } = form;
  const { data = [] } = useQuery(dueSessionsQuery(values.client, values.session));
  return (
    <Select
      label="За&nbsp;что"
      data={[
        { value: '', label: 'На\u00A0счёт клиента' },
        ...data.map(({ id, date }) => ({ value: id, label: `Сессия ${showInstant(date, timeZone)}` })),
      ]}
      {...fieldOf(form, 'session')}
    />
  );
}
