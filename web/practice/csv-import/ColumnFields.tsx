import type { CsvColumns } from '#domain/csv-import/columns.ts';
import { CSV_FIELDS, type CsvField, type CsvPreview } from '#domain/csv-import/report.ts';
import { columnName } from '#web/practice/csv-import/column-names.ts';
import classes from '#web/practice/csv-import/CsvImport.module.css';
import { FIELDS } from '#web/practice/csv-import/words.ts';
import { Select } from '#web/ui/form/Select.tsx';

const NO_COLUMN = 'none';
/** A client has one of them. */
const SINGLE: Partial<Record<CsvField, string>> = {
  phone: 'Первый номер строки\u00A0— телефон клиента, остальные попадут в\u00A0описание.',
  email: 'Первый адрес строки\u00A0— email клиента, остальные попадут в\u00A0описание.',
};
const NEEDED: readonly CsvField[] = ['name', 'phone'];

interface ColumnFieldsProps {
  preview: CsvPreview;
  columns: CsvColumns;
  disabled: boolean;
  onChange: (columns: CsvColumns) => void;
}

/** Which columns hold what; a name can stand in several, as surname and first name do. */
export function ColumnFields({ preview, columns, disabled, onChange }: ColumnFieldsProps) {
  const names = preview.columns.map((_, at) => ({ value: String(at), label: columnName(preview, at) }));
  const choose = (field: CsvField, place: number, chosen: string | null) => {
    const others = columns[field].filter((_, at) => at !== place);
    const added = chosen === null || chosen === NO_COLUMN ? [] : [Number(chosen)];
    onChange({ ...columns, [field]: others.toSpliced(place, 0, ...added) });
  };
  const [offered] = preview.offered;
  const placeholderOf = (field: CsvField): string =>
    field === 'phone' && offered !== undefined ? `Возможно, «${columnName(preview, offered)}»` : 'Выберите столбец';
  return CSV_FIELDS.map((field) => (
    <fieldset key={field} className={classes.columns}>
      <legend className={classes.legend}>{FIELDS[field]}</legend>
      {[...columns[field], null].map((column, place) => {
        const isMissing = column === null && place === 0;
        const free = names.filter(({ value }) => Number(value) === column || !columns[field].includes(Number(value)));
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
            onChange={(chosen) => choose(field, place, chosen)}
          />
        );
      })}
      {columns[field].length > 1 && SINGLE[field] && <p className={classes.text}>{SINGLE[field]}</p>}
    </fieldset>
  ));
}
