import type { CsvColumns } from '#domain/csv-import/columns.ts';
import type { CsvPreview } from '#domain/csv-import/report.ts';
import { clientOfRow } from '#domain/csv-import/row.ts';
import classes from '#web/practice/csv-import/CsvImport.module.css';
import { showWhy } from '#web/practice/csv-import/words.ts';

interface FirstRowsProps {
  preview: CsvPreview;
  columns: CsvColumns;
}

/** The first rows as they would become clients. */
export function FirstRows({ preview, columns }: FirstRowsProps) {
  return (
    <section>
      <h3 id="csv-rows">Первые строки</h3>
      <ol role="list" aria-labelledby="csv-rows" className={classes.rows}>
        {preview.rows.map((cells, at) => {
          const row = clientOfRow(cells, columns);
          return (
            <li key={at} className={classes.row}>
              {'client' in row ? (
                <>
                  <span className={classes.name} translate="no">
                    {row.client.name}
                  </span>{' '}
                  <span>{row.client.phone}</span> {row.client.email && <span>{row.client.email}</span>}
                  {row.client.description && (
                    <span className={classes.text} translate="no">
                      {row.client.description}
                    </span>
                  )}
                </>
              ) : (
                <>
                  <span className={classes.why}>{showWhy(row.why)}</span>
                  <span className={classes.text}>{cells.filter((cell) => cell.trim() !== '').join(' · ')}</span>
                </>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
