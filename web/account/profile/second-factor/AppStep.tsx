import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { NewSecret } from '#domain/second-factor/second-factor.ts';
import { CopyButton } from '#web/account/profile/CopyButton.tsx';
import classes from '#web/account/profile/second-factor/SecondFactor.module.css';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { focusFirstError } from '#web/ui/form/form-focus.ts';
import { showRefusal } from '#web/ui/form/show-refusal.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { encode } from 'uqr';

interface AppStepProps {
  secret: NewSecret;
  onCode: (code: string) => Promise<void>;
  onClose: () => void;
}

/** Shows the secret for an authenticator app and asks for its first code (SAFE-01). */
export function AppStep({ secret: { secret, uri }, onCode, onClose }: AppStepProps) {
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (typed) => (typed.trim() === '' ? 'Введите код' : null) },
  });
  const sending = useMutation({
    mutationFn: onCode,
    onError: (error) => showRefusal(form, error, 'Не\u00A0удалось включить двухфакторный вход'),
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Подключите приложение"
      subtitle="Яндекс Ключ, Google Authenticator или&nbsp;другое приложение для кодов"
      onSubmit={form.onSubmit(({ code }) => submitOnce(sending, code), focusFirstError)}
      submitText="Включить"
      pendingText="Проверка..."
      pending={sending.isPending}
    >
      <div className="grid gap-4">
        <div className={classes.picture}>
          <p>Отсканируйте код приложением на&nbsp;телефоне</p>
          {uri && <QrCode text={uri} label="QR-код для приложения" />}
          <a href={uri} className={classes.here}>
            Приложение на&nbsp;этом устройстве
          </a>
        </div>
        <div>
          <p id="second-factor-key">Или введите в&nbsp;нём ключ вручную</p>
          <div className={classes.key} aria-labelledby="second-factor-key" role="group">
            {secret.replaceAll(/.{4}(?=.)/g, '$& ')}
          </div>
          <div className={classes.copy}>
            <CopyButton text={secret}>Скопировать ключ</CopyButton>
          </div>
        </div>
      </div>
      <TextInput
        label="Код из&nbsp;приложения"
        description="Шесть цифр, которые приложение покажет для Кабинета"
        inputMode="numeric"
        autoComplete="one-time-code"
        aria-required
        data-autofocus
        {...form.getInputProps('code')}
      />
    </FormDialog>
  );
}

/** A QR code of a text: dark on white in either theme, because many scanners read nothing else. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 3 });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={squares.join('')} fill="#000" />
    </svg>
  );
}
