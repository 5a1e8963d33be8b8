import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { passwordMissing } from '#web/account/access/account-fields.tsx';
import { PasswordField } from '#web/ui/form/PasswordField.tsx';
import { fieldErrors, fieldTexts } from '#web/ground/api/errors.ts';
import { useUser } from '#web/ground/api/session.ts';
import { deleteAccount } from '#web/account/profile/actions.ts';
import { ProfileSection } from '#web/account/profile/ProfileSection.tsx';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { focusFirstError } from '#web/ui/form/form-focus.ts';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { toast } from '#web/ui/toast/toast.ts';

const FAILED = 'Не\u00A0удалось удалить аккаунт';

/** Offers an export first (OWN-06). Deleting the account requires the password, then a confirmation. */
export function DeletionSection() {
  const { email } = useUser();
  const [asking, setAsking] = useState(false);
  const form = useForm({ initialValues: { password: '' }, validate: { password: passwordMissing } });
  const close = () => {
    setAsking(false);
    form.reset();
  };

  const remove = async (password: string) => {
    try {
      await deleteAccount(password);
      toast.success('Аккаунт удалён');
    } catch (error) {
      if (!fieldErrors(error)['password']) throw error;
      form.setErrors(fieldTexts(error));
    }
  };
  const ask = async (password: string) => {
    const confirmed = await confirm({
      title: 'Удалить аккаунт?',
      text: (
        <>Вы&nbsp;уверены, что хотите удалить аккаунт {email} и&nbsp;все его данные? Это действие нельзя отменить.</>
      ),
      run: () => remove(password),
      failed: FAILED,
    });
    if (!confirmed) close();
  };

  return (
    <ProfileSection
      title="Удаление аккаунта"
      hint="Вместе с аккаунтом удаляются все клиенты, сессии, заметки и заявки. Ссылка на страницу записи сразу перестаёт работать."
    >
      <div className="flex wrap gap-2">
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/dashboard/profile" search={{ section: 'data' }} {...props} />}
        >
          Сначала выгрузить всё
        </Button>
        <Button variant="default" c="var(--k-red)" onClick={() => setAsking(true)}>
          Удалить аккаунт
        </Button>
      </div>
      {asking && (
        <FormDialog
          onClose={close}
          width={440}
          title="Удаление аккаунта"
          subtitle="Введите пароль, чтобы продолжить"
          onSubmit={form.onSubmit(({ password }) => void ask(password), focusFirstError)}
          submitText="Продолжить"
          pending={false}
        >
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordField autoComplete="current-password" data-autofocus {...form.getInputProps('password')} />
        </FormDialog>
      )}
    </ProfileSection>
  );
}
