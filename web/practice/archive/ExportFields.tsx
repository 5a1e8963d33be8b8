import { ProgressBar } from '#web/practice/archive/ProgressBar.tsx';
import type { Exporting } from '#web/practice/archive/use-export.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { OptionalLabel } from '#web/ui/form/FieldStack.tsx';
import { PasswordField } from '#web/ui/form/PasswordField.tsx';

/** Whether to encrypt an archive, the progress of its export, and where it was saved. */
export function ExportFields({ exporting }: { exporting: Exporting }) {
  const { passphrase, setPassphrase, passphraseError, progress, saved } = exporting;
  return (
    <>
      {passphrase === '' && (
        <InlineBox kind="warning">
          Тексты лежат в&nbsp;архиве открыто: их&nbsp;прочитает каждый, у&nbsp;кого окажется файл. Закройте его паролем
          или храните там, где его никто не&nbsp;найдёт.
        </InlineBox>
      )}
      <PasswordField
        label={<OptionalLabel>Пароль архива</OptionalLabel>}
        description="Архив с&nbsp;паролем двойным щелчком не&nbsp;открыть: его откроет «Загрузить из&nbsp;архива» или программа age. Забытый пароль не&nbsp;восстановить."
        error={passphraseError}
        autoComplete="off"
        maxLength={1000}
        value={passphrase}
        readOnly={progress !== null}
        onChange={(event) => setPassphrase(event.currentTarget.value)}
      />
      {progress && (
        <ProgressBar label={progress.total === 0 ? 'Собираем архив' : 'Скачиваем архив'} progress={progress} />
      )}
      {saved && (
        <InlineBox kind="success" announce>
          Архив сохранён в&nbsp;загрузки: {saved}.
        </InlineBox>
      )}
    </>
  );
}
