import { useState } from 'react';
import { makeRecoveryCode, turnStrictOff, turnStrictOn } from '#web/ground/api/keys.ts';
import { CodesDialog } from '#web/account/profile/CodesDialog.tsx';
import { PasswordStep } from '#web/account/profile/PasswordStep.tsx';
import own from '#web/account/profile/records/Records.module.css';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { toast } from '#web/ui/toast/toast.ts';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { CodeField, missingCode } from '#web/account/keys/code-field.tsx';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { focusFirstError } from '#web/ui/form/form-focus.ts';
import { showRefusal } from '#web/ui/form/show-refusal.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';

/** Turns strict mode on, replaces its recovery code, or turns it off. */
export type StrictChange = 'on' | 'code' | 'off';

interface StrictDialogsProps {
  change: StrictChange | null;
  onClose: () => void;
}

/** The steps of each change, one dialog after another: the password, the code to print, typing the code back. */
export function StrictDialogs({ change, onClose }: StrictDialogsProps) {
  const [step, setStep] = useState<'password' | 'code' | 'back'>('password');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const showCode = async (typed: string) => {
    setCode(await makeRecoveryCode(typed));
    setPassword(typed);
    setStep('code');
  };
  const asks = (wanted: StrictChange) => change === wanted && step === 'password';
  return (
    <>
      {asks('on') && (
        <PasswordStep
          title="Записи открывает только мой пароль"
          submitText="Показать код"
          failed="Не&nbsp;удалось сделать код от&nbsp;записей"
          onClose={onClose}
          onPassword={showCode}
        >
          <InlineBox kind="warning" title="Забытый пароль и&nbsp;потерянный код — это потерянные тексты.">
            Вернуть их&nbsp;не&nbsp;сможет никто: ни&nbsp;вы, ни&nbsp;администратор, ни&nbsp;резервная копия.
          </InlineBox>
          <ul className={own.means}>
            <li>Сервер забудет свой ключ. Тексты откроются, пока вы&nbsp;вошли со&nbsp;своим паролем.</li>
            <li>
              После нового пароля по&nbsp;письму записи останутся закрытыми, пока вы&nbsp;не&nbsp;введёте код
              от&nbsp;записей.
            </li>
            <li>Код вы&nbsp;увидите на&nbsp;следующем шаге. Его нужно распечатать и&nbsp;ввести обратно.</li>
            <li>Копии, сделанные раньше, по-прежнему открывает ключ сервера, пока их&nbsp;не&nbsp;удалят.</li>
          </ul>
        </PasswordStep>
      )}
      {asks('code') && (
        <PasswordStep
          title="Новый код от&nbsp;записей"
          subtitle="Прежний код действует, пока вы&nbsp;не&nbsp;введёте обратно новый. Копии базы, сделанные до&nbsp;этого, он&nbsp;откроет и&nbsp;потом. Введите пароль, чтобы продолжить"
          submitText="Показать код"
          failed="Не&nbsp;удалось сделать код от&nbsp;записей"
          onClose={onClose}
          onPassword={showCode}
        />
      )}
      {step === 'code' && (
        <CodesDialog
          title="Код от&nbsp;записей"
          codes={code.split('-')}
          copied={code}
          paper="Откроет записи Кабинета, если пароль забыт. Восемь групп по&nbsp;порядку."
          doneText="Дальше: ввести код"
          onDone={() => setStep('back')}
          onClose={onClose}
        >
          Распечатайте или перепишите код сейчас: больше он&nbsp;не&nbsp;покажется. Храните его там, где
          не&nbsp;хранится пароль.
        </CodesDialog>
      )}
      {change !== 'off' && step === 'back' && (
        <TypeBackStep
          submitText={change === 'on' ? 'Включить' : 'Заменить код'}
          onBack={() => setStep('code')}
          onClose={onClose}
          onCode={async (typed) => {
            const isFirst = change === 'on';
            await turnStrictOn(password, typed);
            onClose();
            toast.success(
              isFirst ? 'Теперь записи открывает только ваш пароль' : 'Новый код от\u00A0записей действует',
            );
          }}
        />
      )}
      {asks('off') && (
        <PasswordStep
          title="Вернуть ключ серверу?"
          subtitle="Записи снова будет открывать сервер, код от&nbsp;записей перестанет действовать. Введите пароль, чтобы продолжить"
          submitText="Вернуть ключ"
          failed="Не&nbsp;удалось вернуть ключ серверу"
          onClose={onClose}
          onPassword={async (typed) => {
            await turnStrictOff(typed);
            onClose();
            toast.success('Записи снова открывает сервер');
          }}
        />
      )}
    </>
  );
}

interface TypeBackStepProps {
  submitText: string;
  onCode: (code: string) => Promise<void>;
  /** Goes back to the code, because the person has not written it down yet. */
  onBack: () => void;
  onClose: () => void;
}

/** Asks to type the shown code back; only then it becomes valid. */
function TypeBackStep({ submitText, onCode, onBack, onClose }: TypeBackStepProps) {
  const form = useForm({ initialValues: { code: '' }, validate: { code: missingCode } });
  const sending = useMutation({
    mutationFn: onCode,
    onError: (error) => showRefusal(form, error, 'Не\u00A0удалось проверить код'),
  });
  return (
    <FormDialog
      onClose={onClose}
      width={480}
      title="Введите код обратно"
      subtitle="С&nbsp;бумаги, на&nbsp;которую вы&nbsp;его распечатали или переписали. До&nbsp;этого ничего не&nbsp;меняется"
      onSubmit={form.onSubmit(({ code }) => submitOnce(sending, code), focusFirstError)}
      submitText={submitText}
      pendingText="Проверка..."
      pending={sending.isPending}
      cancelText="Показать код ещё раз"
      onCancel={onBack}
    >
      <CodeField data-autofocus {...form.getInputProps('code')} />
    </FormDialog>
  );
}
