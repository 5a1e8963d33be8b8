import { Button, FileButton } from '@mantine/core';
import { type FormEvent, useEffect, useRef } from 'react';
import { isComplete } from '#domain/csv-import/columns.ts';
import { showSize } from '#web/practice/archive/progress.ts';
import { ChooseTable } from '#web/practice/csv-import/ChooseTable.tsx';
import { Outcome } from '#web/practice/csv-import/Outcome.tsx';
import { TablePreview } from '#web/practice/csv-import/TablePreview.tsx';
import { useDroppedFile } from '#web/practice/csv-import/use-dropped-file.ts';
import { useCsvImport } from '#web/practice/csv-import/use-csv-import.ts';
import { WHOM } from '#web/practice/csv-import/words.ts';
import { counted } from '#web/ground/format/plural.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog/Dialog.tsx';
import { FieldStack } from '#web/ui/form/FieldStack.tsx';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';

interface CsvImportDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Clients from a table of another program: each step in the place of the one before (OWN-03). */
export function CsvImportDialog({ opened, onClose }: CsvImportDialogProps) {
  const importing = useCsvImport();
  const { file, preview, columns, problem, outcome, work, busy, reset, choose, load, undo } = importing;
  const resetFile = useRef<() => void>(null);
  const done = useRef<HTMLButtonElement>(null);
  // The button that was pressed is gone.
  useEffect(() => {
    if (outcome && !busy) done.current?.focus();
  }, [outcome, busy]);
  const form = useDroppedFile((dropped) => {
    if (!busy && !outcome) choose(dropped);
  });
  // The chosen table stays.
  if (!opened) return null;
  const close = () => {
    onClose();
    if (outcome) reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    load();
  };
  const addable = preview && isComplete(columns) ? preview.imported : 0;
  return (
    <Dialog
      onClose={close}
      width={720}
      title="Клиенты из&nbsp;таблицы"
      subtitle={file && `${file.name}, ${showSize(file.size)}`}
      busy={busy}
      closeOnClickOutside={false}
    >
      <form ref={form} onSubmit={submit}>
        <DialogBody>
          <FieldStack>
            {problem !== null && <InlineBox kind="error">{problem}</InlineBox>}
            {outcome ? (
              <Outcome outcome={outcome} disabled={busy} onUndo={undo} />
            ) : preview ? (
              <TablePreview preview={preview} importing={importing} />
            ) : work === 'read' ? (
              <p aria-live="polite">Читаем файл...</p>
            ) : (
              <ChooseTable disabled={busy} onUndo={undo} />
            )}
          </FieldStack>
        </DialogBody>
        <DialogFooter>
          <Button ref={done} variant={outcome ? 'filled' : 'default'} onClick={close} disabled={busy}>
            {outcome ? 'Готово' : 'Закрыть'}
          </Button>
          {!outcome && (
            <FileButton
              accept=".csv,.tsv,.txt,.vcf,.gz,text/csv,text/vcard,text/x-vcard"
              resetRef={resetFile}
              onChange={(chosen) => {
                // Otherwise the same file, chosen once more, would be no change.
                resetFile.current?.();
                choose(chosen);
              }}
            >
              {(props) => (
                <Button variant={preview ? 'default' : 'filled'} disabled={busy} {...props}>
                  {preview ? 'Другой файл' : 'Выбрать файл'}
                </Button>
              )}
            </FileButton>
          )}
          {!outcome && preview && (
            <SubmitButton
              pending={work === 'import'}
              pendingText="Добавляем..."
              disabled={work !== null || addable === 0}
            >
              {addable > 0 ? `Добавить ${counted(addable, WHOM)}` : 'Добавить'}
            </SubmitButton>
          )}
        </DialogFooter>
      </form>
    </Dialog>
  );
}
