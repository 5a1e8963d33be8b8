import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { importsQuery } from '#web/practice/csv-import/calls.ts';
import classes from '#web/practice/csv-import/CsvImport.module.css';
import { showInstant } from '#web/ground/format/dates.ts';
import { CLIENTS, counted } from '#web/ground/format/plural.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { ListFailure } from '#web/ui/list/ListFailure.tsx';

interface ChooseTableProps {
  disabled: boolean;
  onUndo: (id: string) => void;
}

/** What a table should be like, and the imports of the last day. */
export function ChooseTable({ disabled, onUndo }: ChooseTableProps) {
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
