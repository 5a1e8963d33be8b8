import { Button, FileButton } from '@mantine/core';
import { type FormEvent, type RefCallback, useCallback, useEffect, useRef } from 'react';
import { isComplete } from '#domain/csv-import/columns.ts';
import { showSize } from '#web/practice/archive/progress.ts';
import { Outcome } from '#web/practice/csv-import/Outcome.tsx';
import { TablePreview } from '#web/practice/csv-import/TablePreview.tsx';
import { useCsvImport } from '#web/practice/csv-import/use-csv-import.ts';
import { WHOM } from '#web/practice/csv-import/words.ts';
import { CLIENTS, counted } from '#web/ground/format/plural.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog/Dialog.tsx';
import { FieldStack } from '#web/ui/form/FieldStack.tsx';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import { useQuery } from '@tanstack/react-query';
import { importsQuery } from '#web/practice/csv-import/calls.ts';
import classes from '#web/practice/csv-import/CsvImport.module.css';
import { showInstant } from '#web/ground/format/dates.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { ListFailure } from '#web/ui/list/ListFailure.tsx';

interface CsvImportDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Imports clients from another program's table: each step replaces the previous one (OWN-03). */
export function CsvImportDialog({ opened, onClose }: CsvImportDialogProps) {
  const importing = useCsvImport();
  const { file, preview, columns, problem, outcome, work, busy, reset, choose, load, undo } = importing;
  const resetFile = useRef<() => void>(null);
  const done = useRef<HTMLButtonElement>(null);
  // The pressed button has disappeared.
  useEffect(() => {
    if (outcome && !busy) done.current?.focus();
  }, [outcome, busy]);
  const form = useDroppedFile((dropped) => {
    if (!busy && !outcome) choose(dropped);
  });
  // After the hooks, so that the chosen table stays in state.
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
                // Without this, choosing the same file again would fire no change event.
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

interface ChooseTableProps {
  disabled: boolean;
  onUndo: (id: string) => void;
}

/** What a table should look like, and the imports of the last day. */
function ChooseTable({ disabled, onUndo }: ChooseTableProps) {
  const { data, isError, refetch } = useQuery(importsQuery());
  const timeZone = useTimeZone();
  const items = data?.items ?? [];
  return (
    <>
      <p>
        Сохраните клиентов из&nbsp;Excel или прежней программы как CSV: в&nbsp;каждой строке клиент, его имя
        и&nbsp;телефон. Кодировку и&nbsp;столбцы программа найдёт сама и&nbsp;покажет, что добавится.
      </p>
      <p>
        Подойдут и&nbsp;контакты телефона или почты, файл VCF: в&nbsp;«Контактах» выберите нужных людей, «Поделиться»
        и&nbsp;«Файл контактов». Файл можно перетащить сюда.
      </p>
      <ListFailure failed={isError} onRetry={() => void refetch()} />
      {items.length > 0 && (
        <section>
          <h3 id="csv-imports">Загрузки за&nbsp;сутки</h3>
          <ul role="list" aria-labelledby="csv-imports" className={classes.rows}>
            {items.map(({ import: id, created, clients }) => (
              <li key={id} className={classes.import}>
                <span>
                  {showInstant(created, timeZone)}, {counted(clients, CLIENTS)}
                </span>
                <Button variant="default" disabled={disabled} onClick={() => onUndo(id)}>
                  Отменить загрузку
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Returns a ref for an element onto which a file can be dropped. */
function useDroppedFile(take: (file: File) => void): RefCallback<HTMLElement> {
  const taking = useRef(take);
  useEffect(() => {
    taking.current = take;
  });
  return useCallback((element: HTMLElement | null) => {
    const control = new AbortController();
    const { signal } = control;
    // Otherwise the browser would open the file instead of the program.
    element?.addEventListener('dragover', (event) => event.preventDefault(), { signal });
    element?.addEventListener(
      'drop',
      (event) => {
        event.preventDefault();
        const [file] = event.dataTransfer?.files ?? [];
        if (file) taking.current(file);
      },
      { signal },
    );
    return () => control.abort();
  }, []);
}
