import { CSV_ENCODINGS } from '#domain/csv-import/encoding.ts';
import { CSV_SEPARATORS } from '#domain/csv-import/file.ts';
import type { CsvPreview, CsvReading } from '#domain/csv-import/report.ts';
import classes from '#web/practice/csv-import/CsvImport.module.css';
import { ENCODINGS, SEPARATORS } from '#web/practice/csv-import/words.ts';
import { Select } from '#web/ui/form/Select.tsx';

interface ReadingFieldsProps {
  preview: CsvPreview;
  disabled: boolean;
  onChange: (change: Partial<CsvReading>) => void;
}

/** How the file is read: as it was found, or as the person says. */
export function ReadingFields({ preview, disabled, onChange }: ReadingFieldsProps) {
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
