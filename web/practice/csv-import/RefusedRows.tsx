import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { CSV_MARK, csvLine } from '#domain/archive/csv.ts';
import type { CsvImported } from '#domain/csv-import/report.ts';
import { saveFile } from '#web/practice/archive/export-archive.ts';
import { showLines } from '#web/practice/archive/problems.ts';
import classes from '#web/practice/csv-import/CsvImport.module.css';
import { groupLines, ROWS, showRemark, showWhy } from '#web/practice/csv-import/words.ts';
import { counted, showNumber } from '#web/ground/format/plural.ts';

/** Only so many lines per reason are shown; the saved list contains all. */
const SHOWN_LINES = 60;

interface Listed {
  line: number;
  of: string;
}

interface RefusedRowsProps extends Pick<CsvImported, 'refused' | 'remarks'> {
  done: boolean;
}

/** Rows that become no client, and those imported only in part, with lines and reasons, to view and to save. */
export function RefusedRows({ refused, remarks, done }: RefusedRowsProps) {
  const left = refused.map(({ line, why }) => ({ line, of: showWhy(why) }));
  const partly = remarks.map(({ line, remark }) => ({ line, of: showRemark(remark) }));
  return (
    <>
      <Rows
        id="csv-refused"
        title={done ? 'Не\u00A0добавлены' : 'Не\u00A0добавятся'}
        rows={left}
        file="ne-dobavleny.csv"
        save="Скачать список"
      />
      <Rows
        id="csv-remarks"
        title={done ? 'Добавлены, но\u00A0проверьте' : 'Добавятся, но\u00A0проверьте'}
        rows={partly}
        file="proverit.csv"
        save="Скачать список для&nbsp;проверки"
      />
    </>
  );
}

interface RowsProps {
  id: string;
  title: string;
  rows: readonly Listed[];
  file: string;
  save: string;
}

function Rows({ id, title, rows, file, save }: RowsProps) {
  if (rows.length === 0) return null;
  const download = () => {
    const lines = rows.map(({ line, of }) => csvLine([line, of]));
    saveFile(new Blob([CSV_MARK, csvLine(['Строка', 'Причина']), ...lines], { type: 'text/csv' }), file);
  };
  return (
    <section>
      <h3 id={id}>
        {title}: {counted(new Set(rows.map(({ line }) => line)).size, ROWS)}
      </h3>
      <ul role="list" aria-labelledby={id} className={classes.rows}>
        {groupLines(rows).map(({ of, lines }) => (
          <li key={of} className={classes.row}>
            <span>{of}</span>
            <span className={classes.text}>
              {lines.length > 1 ? 'строки' : 'строка'}&nbsp;{showLines(lines.slice(0, SHOWN_LINES))}
              {lines.length > SHOWN_LINES && ` и\u00A0ещё ${showNumber(lines.length - SHOWN_LINES)}`}
            </span>
          </li>
        ))}
      </ul>
      <Button
        variant="default"
        className={classes.after ?? ''}
        leftSection={<IconDownload aria-hidden size={18} stroke={1.6} />}
        onClick={download}
      >
        {save}
      </Button>
    </section>
  );
}
