import { useState } from 'react';
import { makeRecoveryCode, turnStrictOff, turnStrictOn } from '#web/ground/api/keys.ts';
import { CodesDialog } from '#web/account/profile/CodesDialog.tsx';
import { PasswordStep } from '#web/account/profile/PasswordStep.tsx';
import own from '#web/account/profile/records/Records.module.css';
import { TypeBackStep } from '#web/account/profile/records/TypeBackStep.tsx';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { toast } from '#web/ui/toast/toast.ts';

/** On with a first code, a new code in the place of the one before, and off. */
export type StrictChange = 'on' | 'code' | 'off';

export interface StrictDialogsProps {
  change: StrictChange | null;
  onClose: () => void;
}

/** The steps of each change, one dialog after another: the password, the code to print, the code typed back. */
export function StrictDialogs({ change, onClose }: StrictDialogsProps) {
  const [step, setStep] = useState<'password' | 'code' | 'back'>('password');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const close = () => {
    onClose();
    // What was shown once is kept nowhere.
    setPassword('');
    setCode('');
    setStep('password');
  };
  const showCode = async (typed: string) => {
    setCode(await makeRecoveryCode(typed));
    setPassword(typed);
    setStep('code');
  };
  const asks = (wanted: StrictChange) => change === wanted && step === 'password';
  return (
    <>
      <PasswordStep
        opened={asks('on')}
        title="Записи открывает только мой пароль"
        submitText="Показать код"
        failed="Не\u00A0удалось сделать код восстановления"
        onClose={close}
        onPassword={showCode}
      >
        <InlineBox kind="warning" title="Забытый пароль и&nbsp;потерянный код — это потерянные тексты.">
          Вернуть их&nbsp;не&nbsp;сможет никто: ни&nbsp;вы, ни&nbsp;администратор, ни&nbsp;резервная копия.
        </InlineBox>
        <ul className={own.means}>
          <li>Сервер забудет свой ключ. Тексты откроются, пока вы&nbsp;вошли со&nbsp;своим паролем.</li>
          <li>
            После нового пароля по&nbsp;письму записи останутся закрытыми, пока вы&nbsp;не&nbsp;введёте код
            восстановления.
          </li>
          <li>Код вы&nbsp;увидите на&nbsp;следующем шаге. Его нужно распечатать и&nbsp;ввести обратно.</li>
          <li>Копии, сделанные раньше, по-прежнему открывает ключ сервера, пока их&nbsp;не&nbsp;удалят.</li>
        </ul>
      </PasswordStep>
      <PasswordStep
        opened={asks('code')}
        title="Новый код восстановления"
        subtitle="Прежний код действует, пока вы&nbsp;не&nbsp;введёте обратно новый. Копии базы, сделанные до&nbsp;этого, он&nbsp;откроет и&nbsp;потом. Введите пароль, чтобы продолжить"
        submitText="Показать код"
        failed="Не\u00A0удалось сделать код восстановления"
        onClose={close}
        onPassword={showCode}
      />
      <CodesDialog
        opened={change !== null && step === 'code'}
        title="Код восстановления"
        codes={code.split('-')}
        copied={code}
        paper="Откроет записи Кабинета, если пароль забыт. Восемь групп по&nbsp;порядку."
        doneText="Дальше: ввести код"
        onDone={() => setStep('back')}
        onClose={close}
      >
        Распечатайте или перепишите код сейчас: больше он&nbsp;не&nbsp;покажется. Храните его там, где не&nbsp;хранится
        пароль.
      </CodesDialog>
      <TypeBackStep
        opened={change !== null && change !== 'off' && step === 'back'}
        submitText={change === 'on' ? 'Включить' : 'Заменить код'}
        onBack={() => setStep('code')}
        onClose={close}
        onCode={async (typed) => {
          const isFirst = change === 'on';
          await turnStrictOn(password, typed);
          close();
          toast.success(isFirst ? 'Теперь записи открывает только ваш пароль' : 'Новый код восстановления действует');
        }}
      />
      <PasswordStep
        opened={asks('off')}
        title="Вернуть ключ серверу?"
        subtitle="Записи снова будет открывать сервер, код восстановления перестанет действовать. Введите пароль, чтобы продолжить"
        submitText="Вернуть ключ"
        failed="Не\u00A0удалось вернуть ключ серверу"
        onClose={close}
        onPassword={async (typed) => {
          await turnStrictOff(typed);
          close();
          toast.success('Записи снова открывает сервер');
        }}
      />
    </>
  );
}
