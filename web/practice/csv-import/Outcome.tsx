import { Button } from '@mantine/core';
import classes from '#web/practice/csv-import/CsvImport.module.css';
import { RefusedRows } from '#web/practice/csv-import/RefusedRows.tsx';
import type { Outcome as Result } from '#web/practice/csv-import/use-csv-import.ts';
import { ADDED, REMOVED } from '#web/practice/csv-import/words.ts';
import { CLIENTS, counted, plural } from '#web/ground/format/plural.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';

interface OutcomeProps {
  outcome: Result;
  disabled: boolean;
  onUndo: (id: string) => void;
}

/** What an import or its undo has changed. */
export function Outcome({ outcome, disabled, onUndo }: OutcomeProps) {
  if (outcome.kind === 'undone') {
    const { removed, kept } = outcome.result;
    return (
      <>
        <InlineBox kind="success" announce>
          {removed > 0
            ? `Загрузка отменена. ${plural(removed, REMOVED)} ${counted(removed, CLIENTS)}.`
            : 'Из\u00A0этой загрузки убирать больше некого.'}
        </InlineBox>
        {kept.length > 0 && (
          <section>
            <h3 id="csv-kept">Остались: их&nbsp;уже изменили или что-то им&nbsp;записали</h3>
            <ul role="list" aria-labelledby="csv-kept" className={classes.rows}>
              {kept.map(({ id, name }) => (
                <li key={id} className={classes.row}>
                  {name}
                </li>
              ))}
            </ul>
          </section>
        )}
      </>
    );
  }
  const { import: id, imported, refused, remarks } = outcome.result;
  return (
    <>
      <InlineBox kind={imported > 0 ? 'success' : 'warning'} announce>
        {imported > 0 ? (
          <>
            {plural(imported, ADDED)} {counted(imported, CLIENTS)}. Загрузку можно отменить в&nbsp;течение суток.
          </>
        ) : (
          'Никто не\u00A0добавлен.'
        )}
      </InlineBox>
      {id !== '' && (
        <Button variant="default" className={classes.action ?? ''} disabled={disabled} onClick={() => onUndo(id)}>
          Отменить загрузку
        </Button>
      )}
      <RefusedRows refused={refused} remarks={remarks} done />
    </>
  );
}
