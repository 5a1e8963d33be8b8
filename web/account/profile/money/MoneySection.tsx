import { Button, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isLeftOut } from '#domain/letters/told-place.ts';
import { MONEY_LIMITS } from '#domain/money/money.ts';
import { PLACE_LIMITS } from '#domain/places/place-rules.ts';
import { pb } from '#web/ground/api/client.ts';
import { lazyDialog } from '#web/ground/parts/lazy-part.tsx';
import { FORM_RULES, MONEY_WORDS, type MoneyForm, moneyForm } from '#web/account/profile/money/money-form.ts';
import { RuleSwitch } from '#web/account/profile/money/RuleSwitch.tsx';
import { ProfileSection } from '#web/account/profile/ProfileSection.tsx';
import { SaveRow } from '#web/account/profile/SaveRow.tsx';
import { withStoredPrice } from '#web/practice/money/amount-text.ts';
import { AmountField } from '#web/practice/money/AmountField.tsx';
import { type ProfileRecord, profileQuery } from '#web/practice/own-profile/queries.ts';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { LeftOutHint } from '#web/practice/places/LeftOutHint.tsx';
import { ChangedElsewhere } from '#web/practice/record-form/ChangedElsewhere.tsx';
import { cached } from '#web/practice/record-form/save-record.ts';
import { useRecordForm } from '#web/practice/record-form/use-record-form.ts';
import { withDrafts } from '#web/practice/record-form/with-drafts.tsx';
import { FieldStack, OptionalLabel } from '#web/ui/form/FieldStack.tsx';
import { Switch } from '#web/ui/form/Switch.tsx';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

const PastPricesDialog = lazyDialog(
  async () => (await import('#web/practice/money/PastPricesDialog.tsx')).PastPricesDialog,
);

/** The usual price, what is to be paid, and how clients pay (MONEY-01, MONEY-02, MONEY-07). */
export const MoneySection = withDrafts(Money);

const BELOW: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

function Money() {
  const queryClient = useQueryClient();
  const profile = useProfile();
  const [pricing, setPricing] = useState(false);
  const form = useRecordForm<MoneyForm, ProfileRecord>({
    name: 'money',
    record: profile,
    start: moneyForm(profile),
    formOf: moneyForm,
    rules: FORM_RULES,
    outlives: () => false,
    source: cached(queryClient, profileQuery()),
    change: (changes, { id }) => pb.collection('profiles').update<ProfileRecord>(id, withStoredPrice(changes)),
    refresh: () => void queryClient.invalidateQueries({ queryKey: ['money'] }),
    stays: true,
    onSaved: () => toast.success('Настройки денег сохранены'),
    onFailure: (error, id) => failureToast('Не\u00A0удалось сохранить настройки денег', error, id),
  });
  const { values, errors, change, draft } = form;
  return (
    <ProfileSection
      title="Деньги"
      hint="Пока цены нет, о&nbsp;деньгах нигде не&nbsp;говорится. У&nbsp;клиента и&nbsp;у&nbsp;одной сессии цена может быть своя."
    >
      <form id={form.id} noValidate onSubmit={form.onSubmit}>
        <FieldStack>
          <ChangedElsewhere draft={draft} words={MONEY_WORDS} />
          <AmountField
            label={<OptionalLabel>Обычная цена</OptionalLabel>}
            description={
              values.price === '0' ? 'Бесплатно' : 'За\u00A0одну встречу. 0\u00A0— бесплатно, пусто\u00A0— без цены'
            }
            value={values.price}
            error={errors.price}
            onChange={(price) => change({ price })}
          />
          {profile.price !== null && (
            <div>
              <Button variant="default" onClick={() => setPricing(true)}>
                Поставить и&nbsp;прошедшим с…
              </Button>
            </div>
          )}
          <RuleSwitch
            label="Поздняя отмена оплачивается"
            outcome="late"
            stored={draft.stored.late_paid}
            checked={values.late_paid}
            onChange={(late_paid) => change({ late_paid })}
          />
          <RuleSwitch
            label="Неявка оплачивается"
            outcome="no_show"
            stored={draft.stored.no_show_paid}
            checked={values.no_show_paid}
            onChange={(no_show_paid) => change({ no_show_paid })}
          />
          <Textarea
            label={<OptionalLabel>Как оплатить</OptionalLabel>}
            description="Номер карты, телефон для&nbsp;перевода. Клиент увидит это, когда включено «Писать, как оплатить»"
            inputWrapperOrder={BELOW}
            autoComplete="off"
            rows={3}
            maxLength={MONEY_LIMITS.payTextMax}
            value={values.pay_text}
            error={errors.pay_text}
            onChange={(event) => change({ pay_text: event.currentTarget.value })}
          />
          {isLeftOut(values.pay_text) && <LeftOutHint />}
          <TextInput
            label={<OptionalLabel>Ссылка для оплаты</OptionalLabel>}
            description="Например, банка, начиная с&nbsp;https://"
            inputWrapperOrder={BELOW}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={PLACE_LIMITS.linkMax}
            value={values.pay_link}
            error={errors.pay_link}
            onChange={(event) => change({ pay_link: event.currentTarget.value.trim() })}
          />
          <Switch
            label="Писать, как оплатить"
            description="В&nbsp;письмах клиенту и&nbsp;на&nbsp;странице встречи, с&nbsp;ценой встречи, если она ещё не&nbsp;оплачена. О&nbsp;долге клиенту не&nbsp;пишется никогда."
            checked={values.pay_in_letters}
            onChange={(event) => change({ pay_in_letters: event.currentTarget.checked })}
          />
          <SaveRow form={form} draft={draft} />
        </FieldStack>
      </form>
      <PastPricesDialog opened={pricing} onClose={() => setPricing(false)} />
    </ProfileSection>
  );
}
