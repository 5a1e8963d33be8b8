import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { isLeftOut } from '#domain/letters/told-place.ts';
import { MONEY_LIMITS } from '#domain/money/money.ts';
import { ProfileForm, useProfileForm } from '#web/account/profile/ProfileForm.tsx';
import { readAgain } from '#web/ground/api/read-again.ts';
import { lazyDialog } from '#web/ground/parts/lazy-part.tsx';
import { FORM_RULES, MONEY_WORDS, type MoneyForm, moneyForm } from '#web/account/profile/money/money-form.ts';
import { RuleSwitch } from '#web/account/profile/money/RuleSwitch.tsx';
import { withStoredPrice } from '#web/practice/money/amount-text.ts';
import { AmountField } from '#web/practice/money/AmountField.tsx';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { LeftOutHint } from '#web/practice/places/LeftOutHint.tsx';
import { LinkField } from '#web/practice/places/LinkField.tsx';
import { fieldOf, textFieldOf } from '#web/practice/record-form/field-props.ts';
import { withDrafts } from '#web/practice/record-form/with-drafts.tsx';
import { OptionalLabel } from '#web/ui/form/FieldStack.tsx';
import { Switch } from '#web/ui/form/Switch.tsx';

const PastPricesDialog = lazyDialog(
  async () => (await import('#web/practice/money/PastPricesDialog.tsx')).PastPricesDialog,
);

/** The usual price, which missed sessions are payable, and how clients pay (MONEY-01, MONEY-02, MONEY-07). */
export const MoneySection = withDrafts(Money);

function Money() {
  const profile = useProfile();
  const [pricing, setPricing] = useState(false);
  const form = useProfileForm<MoneyForm>({
    name: 'money',
    formOf: moneyForm,
    rules: FORM_RULES,
    bodyOf: withStoredPrice,
    refresh: () => void readAgain(['money']),
    saved: 'Настройки денег сохранены',
    failed: 'Не\u00A0удалось сохранить настройки денег',
  });
  const { values, change, draft } = form;
  return (
    <>
      <ProfileForm
        form={form}
        words={MONEY_WORDS}
        title="Деньги"
        hint="Пока цены нет, о&nbsp;деньгах нигде не&nbsp;говорится. У&nbsp;клиента и&nbsp;у&nbsp;одной сессии цена может быть своя."
      >
        <AmountField
          label={<OptionalLabel>Обычная цена</OptionalLabel>}
          description={
            values.price === '0' ? 'Бесплатно' : 'За\u00A0одну встречу. 0\u00A0— бесплатно, пусто\u00A0— без цены'
          }
          {...fieldOf(form, 'price')}
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
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          rows={3}
          maxLength={MONEY_LIMITS.payTextMax}
          {...textFieldOf(form, 'pay_text')}
        />
        {isLeftOut(values.pay_text) && <LeftOutHint />}
        <LinkField
          label={<OptionalLabel>Ссылка для оплаты</OptionalLabel>}
          description="Например, банка, начиная с&nbsp;https://"
          {...textFieldOf(form, 'pay_link', (typed) => typed.trim())}
        />
        <Switch
          label="Писать, как оплатить"
          description="В&nbsp;письмах клиенту и&nbsp;на&nbsp;странице встречи, с&nbsp;ценой встречи, если она ещё не&nbsp;оплачена. О&nbsp;долге клиенту не&nbsp;пишется никогда."
          checked={values.pay_in_letters}
          onChange={(event) => change({ pay_in_letters: event.currentTarget.checked })}
        />
      </ProfileForm>
      <PastPricesDialog opened={pricing} onClose={() => setPricing(false)} />
    </>
  );
}
