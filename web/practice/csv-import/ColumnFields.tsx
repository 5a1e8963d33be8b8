import type { CsvColumns } from '#domain/csv-import/columns.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { MORE_FIELDS } from '#domain/clients/client.ts';
import { CSV_FIELDS, type CsvPreview } from '#domain/csv-import/report.ts';
import { columnName } from '#web/practice/csv-import/column-names.ts';
import classes from '#web/practice/csv-import/CsvImport.module.css';
import { FIELDS } from '#web/practice/csv-import/words.ts';
import { Select } from '#web/ui/form/Select.tsx';

type Field = keyof CsvColumns;

const NO_COLUMN = 'none';
/** Notes for fields of which a client has only one value. */
const SINGLE: Partial<Record<Field, string>> = {
  phone: 'Первый номер строки\u00A0— телефон клиента, остальные попадут в\u00A0описание.',
  email: 'Первый адрес строки\u00A0— email клиента, остальные попадут в\u00A0описание.',
};
const NEEDED: readonly Field[] = ['name', 'phone'];

interface ColumnFieldsProps {
  preview: CsvPreview;
  columns: CsvColumns;
  disabled: boolean;
  onChange: (columns: CsvColumns) => void;
}

/** Which columns contain what; a name can consist of several, such as surname and first name. */
export function ColumnFields({ preview, columns, disabled, onChange }: ColumnFieldsProps) {
  const [unfolded, setUnfolded] = useState(false);
  const names = preview.columns.map((_, at) => ({ value: String(at), label: columnName(preview, at) }));
  const choose = (field: Field, place: number, chosen: string | null) => {
    const others = (columns[field] ?? []).filter((_, at) => at !== place);
    const added = chosen === null || chosen === NO_COLUMN ? [] : [Number(chosen)];
    onChange({ ...columns, [field]: others.toSpliced(place, 0, ...added) });
  };
  const [offered] = preview.offered;
  const placeholderOf = (field: Field): string =>
    field === 'phone' && offered !== undefined ? `Возможно, «${columnName(preview, offered)}»` : 'Выберите столбец';
  const choice = (field: Field, chosen: readonly number[]) => (
    // No fieldset: on the first press WebKit lays one out again, so the click misses its target.
    <div key={field} role="group" aria-labelledby={`csv-${field}`} className={classes.columns}>
      <p id={`csv-${field}`} className={classes.legend}>
        {FIELDS[field]}
      </p>
      {[...chosen, null].map((column, place) => {
        const isMissing = column === null && place === 0;
        const free = names.filter(({ value }) => Number(value) === column || !chosen.includes(Number(value)));
        if (free.length === 0) return null;
        return (
          <Select
            key={place}
            aria-label={place === 0 ? `${FIELDS[field]}: столбец` : `${FIELDS[field]}: столбец ${place + 1}`}
            data={[...free, { value: NO_COLUMN, label: 'Не\u00A0загружать' }]}
            placeholder={isMissing ? placeholderOf(field) : 'Ещё столбец'}
            disabled={disabled}
            error={isMissing && NEEDED.includes(field)}
            value={column === null ? null : String(column)}
            onChange={(value) => choose(field, place, value)}
          />
        );
      })}
      {chosen.length > 1 && SINGLE[field] && <p className={classes.text}>{SINGLE[field]}</p>}
    </div>
  );
  // Few tables have more of these columns; those not detected are offered behind a button.
  const more = MORE_FIELDS.filter((field) => unfolded || columns[field]?.length);
  return (
    <>
      {[...CSV_FIELDS, ...more].map((field) => choice(field, columns[field] ?? []))}
      {more.length < MORE_FIELDS.length && (
        <div>
          <Button variant="default" aria-expanded={false} onClick={() => setUnfolded(true)}>
            Другие данные клиента
          </Button>
        </div>
      )}
    </>
  );
}
