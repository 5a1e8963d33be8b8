import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { CSV_MARK, csvLine } from '#domain/archive/csv.ts';
import type { RefusedRow } from '#domain/csv-import/report.ts';
import { saveFile } from '#web/practice/archive/export-archive.ts';
import { showLines } from '#web/practice/archive/problems.ts';
import classes from '#web/practice/csv-import/CsvImport.module.css';
import { groupRefused, ROWS, showWhy } from '#web/practice/csv-import/words.ts';
import { counted, showNumber } from '#web/ground/format/plural.ts';

/** More lines of a reason are in the list to keep alone. */
const SHOWN_LINES = 60;

interface RefusedRowsProps {
  refused: readonly RefusedRow[];
  done: boolean;
}

/** The rows that become no client, with lines and reasons, to look at and to keep. */
export function RefusedRows({ refused, done }: RefusedRowsProps) {
  if (refused.length === 0) return null;
  const title = done ? 'Не\u00A0добавлены' : 'Не\u00A0добавятся';
  const save = () => {
    const lines = refused.map(({ line, why }) => csvLine([line, showWhy(why)]));
    saveFile(new Blob([CSV_MARK, csvLine(['Строка', 'Причина']), ...lines], { type: 'text/csv' }), 'ne-dobavleny.csv');
  };
  return (
    <section>
      <h3 id="csv-refused">
        {title}: {counted(refused.length, ROWS)}
      </h3>
      <ul role="list" aria-labelledby="csv-refused" className={classes.rows}>
        {groupRefused(refused).map(({ why, lines }) => (
          <li key={why} className={classes.row}>
            <span>{showWhy(why)}</span>
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
        onClick={save}
      >
        Скачать список
      </Button>
    </section>
  );
}
