import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { NewSecret } from '#domain/second-factor/second-factor.ts';
import { CodesDialog } from '#web/account/profile/CodesDialog.tsx';
import { PasswordStep } from '#web/account/profile/PasswordStep.tsx';
import { AppStep } from '#web/account/profile/second-factor/AppStep.tsx';
import { makeCodes, makeSecret, turnOff, turnOn } from '#web/account/profile/second-factor/calls.ts';
import { toast } from '#web/ui/toast/toast.ts';

/** A change of the second factor: turn on, replace the recovery codes, turn off. */
export type SecondFactorChange = 'on' | 'codes' | 'off';

interface SecondFactorDialogsProps {
  change: SecondFactorChange | null;
  onClose: () => void;
}

const PASSWORD_FIRST = 'Введите пароль, чтобы продолжить';
const NO_SECRET: NewSecret = { secret: '', uri: '' };

/** The steps of each change, one dialog after another: the password, the app, the recovery codes. */
export function SecondFactorDialogs({ change, onClose }: SecondFactorDialogsProps) {
  const queryClient = useQueryClient();
  const [secret, setSecret] = useState(NO_SECRET);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [step, setStep] = useState<'password' | 'app' | 'codes'>('password');
  const changed = () => queryClient.invalidateQueries({ queryKey: ['second-factor'] });
  const show = async (made: readonly string[]) => {
    setCodes(made);
    setStep('codes');
    await changed();
  };
  const asks = (wanted: SecondFactorChange) => change === wanted && step === 'password';
  return (
    <>
      {asks('on') && (
        <PasswordStep
          title="Двухфакторный вход"
          subtitle={PASSWORD_FIRST}
          submitText="Продолжить"
          failed="Не&nbsp;удалось включить двухфакторный вход"
          onClose={onClose}
          onPassword={async (password) => {
            setSecret(await makeSecret(password));
            setStep('app');
          }}
        />
      )}
      {change === 'on' && step === 'app' && (
        <AppStep
          secret={secret}
          onClose={onClose}
          onCode={async (code) => {
            await show(await turnOn(code));
            toast.success('Двухфакторный вход включён');
          }}
        />
      )}
      {asks('codes') && (
        <PasswordStep
          title="Новые запасные коды"
          subtitle="Прежние перестанут действовать. Введите пароль, чтобы продолжить"
          submitText="Сделать новые"
          failed="Не&nbsp;удалось сделать новые коды"
          onClose={onClose}
          onPassword={async (password) => show(await makeCodes(password))}
        />
      )}
      {asks('off') && (
        <PasswordStep
          title="Выключить двухфакторный вход?"
          subtitle="Для входа хватит одного пароля. Введите его, чтобы продолжить"
          submitText="Выключить"
          failed="Не&nbsp;удалось выключить двухфакторный вход"
          onClose={onClose}
          onPassword={async (password) => {
            await turnOff(password);
            await changed();
            onClose();
            toast.success('Двухфакторный вход выключен');
          }}
        />
      )}
      {step === 'codes' && (
        <CodesDialog
          title="Запасные коды для&nbsp;входа"
          codes={codes}
          copied={codes.join('\n')}
          paper="Каждый код действует один раз, вместе с&nbsp;паролем."
          doneText="Коды сохранены"
          onDone={onClose}
          onClose={onClose}
        >
          Сохраните коды сейчас: больше они не&nbsp;покажутся. С&nbsp;каждым можно один раз войти без телефона, вместе
          с&nbsp;паролем. Храните их&nbsp;не&nbsp;в&nbsp;телефоне с&nbsp;приложением.
        </CodesDialog>
      )}
    </>
  );
}
