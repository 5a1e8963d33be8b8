import { isComplete } from '#domain/csv-import/columns.ts';
import type { CsvPreview, CsvReading } from '#domain/csv-import/report.ts';
import { showLeftOut } from '#web/practice/csv-import/column-names.ts';
import { ColumnFields } from '#web/practice/csv-import/ColumnFields.tsx';
import classes from '#web/practice/csv-import/CsvImport.module.css';
import { FirstRows } from '#web/practice/csv-import/FirstRows.tsx';
import { RefusedRows } from '#web/practice/csv-import/RefusedRows.tsx';
import type { CsvImporting } from '#web/practice/csv-import/use-csv-import.ts';
import { ENCODINGS, OF_ROWS, ROWS, SEPARATORS, WILL_BE_ADDED } from '#web/practice/csv-import/words.ts';
import { CLIENTS, counted, plural } from '#web/ground/format/plural.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';
import { CSV_ENCODINGS } from '#domain/csv-import/encoding.ts';
import { CSV_SEPARATORS } from '#domain/csv-import/file.ts';
import { Select } from '#web/ui/form/Select.tsx';

interface TablePreviewProps {
  preview: CsvPreview;
  importing: CsvImporting;
}

/** How a table is read, what it would add, and which rows are refused. */
export function TablePreview({ preview, importing }: TablePreviewProps) {
  const { columns, busy, reread, chooseColumns } = importing;
  const complete = isComplete(columns);
  const leftOut = showLeftOut(preview, columns);
  return (
    <>
      {complete ? <Sum preview={preview} /> : <InlineBox kind="info">Выберите, где имя и&nbsp;где телефон.</InlineBox>}
      <ReadingFields preview={preview} disabled={busy} onChange={reread} />
      <ColumnFields preview={preview} columns={columns} disabled={busy} onChange={chooseColumns} />
      {complete && leftOut !== '' && <p className="secondary anywhere">{leftOut}</p>}
      {complete && <RefusedRows {...preview} done={false} />}
      <FirstRows preview={preview} columns={columns} />
    </>
  );
}

function Sum({ preview: { imported, total, refused } }: { preview: CsvPreview }) {
  const beyond = refused.filter(({ why }) => why === 'limit').length;
  return (
    <InlineBox kind={beyond > 0 || imported === 0 ? 'warning' : 'info'} announce>
      {imported > 0
        ? `${plural(imported, WILL_BE_ADDED)} ${counted(imported, CLIENTS)} из\u00A0${counted(total, OF_ROWS)}.`
        : 'Добавить некого.'}
      {beyond > 0 && ` Ещё ${counted(beyond, ROWS)} без лицензии не\u00A0помещается.`}
    </InlineBox>
  );
}

interface ReadingFieldsProps {
  preview: CsvPreview;
  disabled: boolean;
  onChange: (change: Partial<CsvReading>) => void;
}

/** How the file is read: as detected, or as the person chooses. */
function ReadingFields({ preview, disabled, onChange }: ReadingFieldsProps) {
  return (
    <div className={classes.reading}>
      <Select
        label="Кодировка"
        data={CSV_ENCODINGS.map((value) => ({ value, label: ENCODINGS[value] }))}
        disabled={disabled}
        value={preview.encoding}
        onChange={(chosen) => {
          const encoding = CSV_ENCODINGS.find((one) => one === chosen);
          if (encoding) onChange({ encoding });
        }}
      />
      {preview.kind === 'table' && (
        <>
          <Select
            label="Разделитель"
            data={CSV_SEPARATORS.map((value) => ({ value, label: SEPARATORS[value] }))}
            disabled={disabled}
            value={preview.separator}
            onChange={(chosen) => {
              const separator = CSV_SEPARATORS.find((one) => one === chosen);
              if (separator) onChange({ separator });
            }}
          />
          <Select
            label="Первая строка"
            data={[
              { value: '1', label: 'Названия столбцов' },
              { value: '0', label: 'Уже клиент' },
            ]}
            disabled={disabled}
            value={preview.header ? '1' : '0'}
            onChange={(chosen) => onChange({ header: chosen === '1' })}
          />
        </>
      )}
    </div>
  );
}
