import { Button } from '@mantine/core';
import type { FormEvent } from 'react';
import { showSize } from '#web/practice/archive/progress.ts';
import { ProgressBar } from '#web/practice/archive/ProgressBar.tsx';
import { ImportPreview } from '#web/account/profile/own-data/ImportPreview.tsx';
import type { Importing, ImportStep } from '#web/account/profile/own-data/use-import.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog/Dialog.tsx';
import { PasswordField } from '#web/ui/form/PasswordField.tsx';

interface ImportDialogProps {
  importing: Importing;
}

/** The steps from a chosen file to its imported records, each replacing the previous one. */
export function ImportDialog({ importing }: ImportDialogProps) {
  const { file, step, preview, load, stop, close } = importing;
  const sending = step?.kind === 'sending';
  const next = step && nextOf(step);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (next?.work === 'import') load();
    else preview();
  };
  return (
    <Dialog
      onClose={close}
      width={720}
      title="Загрузка архива"
      subtitle={file && `${file.name}, ${showSize(file.size)}`}
      busy={sending}
      closeOnClickOutside={false}
    >
      <form onSubmit={submit}>
        <DialogBody>{step && <Step step={step} importing={importing} />}</DialogBody>
        <DialogFooter>
          {sending ? (
            <Button variant="default" onClick={stop}>
              Остановить
            </Button>
          ) : (
            <Button variant={next ? 'default' : 'filled'} onClick={close}>
              {step?.kind === 'done' ? 'Готово' : next ? 'Отмена' : 'Закрыть'}
            </Button>
          )}
          {next && <Button type="submit">{next.text}</Button>}
        </DialogFooter>
      </form>
    </Dialog>
  );
}

/** The next action; null if there is none. */
function nextOf(step: ImportStep): { work: 'preview' | 'import'; text: string } | null {
  if (step.kind === 'sealed') return { work: 'preview', text: 'Открыть' };
  if (step.kind === 'halted') return { work: 'preview', text: 'Проверить ещё раз' };
  if (step.kind !== 'preview') return null;
  const { problems, records } = step.report;
  return problems.length === 0 && Object.keys(records).length > 0 ? { work: 'import', text: 'Загрузить' } : null;
}

function Step({ step, importing: { passphrase, setPassphrase } }: { step: ImportStep; importing: Importing }) {
  switch (step.kind) {
    case 'sealed':
      return (
        <PasswordField
          label="Пароль архива"
          description="Он&nbsp;задан при выгрузке. Это не&nbsp;пароль от&nbsp;аккаунта."
          data-autofocus
          autoComplete="off"
          maxLength={1000}
          error={step.wrong && 'Пароль не\u00A0подходит'}
          value={passphrase}
          onChange={(event) => setPassphrase(event.currentTarget.value)}
        />
      );
    case 'sending':
      return <ProgressBar label={labelOf(step)} progress={step.progress} />;
    case 'halted':
      return (
        <InlineBox kind="warning" announce>
          {step.work === 'preview'
            ? 'Архив не\u00A0проверен. Ничего не\u00A0изменилось.'
            : 'Загрузка прервана. Проверьте архив ещё раз: станет видно, успел\u00A0ли он\u00A0загрузиться. Наполовину он\u00A0не\u00A0загружается.'}
        </InlineBox>
      );
    case 'preview':
    case 'done':
      return <ImportPreview report={step.report} done={step.kind === 'done'} />;
  }
}

function labelOf({ work, progress: { done, total } }: Extract<ImportStep, { kind: 'sending' }>): string {
  if (total === 0 || done < total) return 'Отправляем архив';
  return work === 'preview' ? 'Проверяем архив' : 'Загружаем записи';
}
