import { labelColumns } from '#domain/csv-import/column-names.ts';
import type { CsvColumns } from '#domain/csv-import/columns.ts';
import { MORE_FIELDS, type MoreField } from '#domain/clients/client.ts';
import { type CsvPreview } from '#domain/csv-import/report.ts';
import { clientOfRow, type RowClient } from '#domain/csv-import/row.ts';
import classes from '#web/practice/csv-import/CsvImport.module.css';
import { FIELDS, showWhy } from '#web/practice/csv-import/words.ts';
import { PAY_WAYS } from '#domain/money/money.ts';
import { readIsoDate } from '#domain/time/iso-date.ts';
import { readToday } from '#web/ground/browser/clock.ts';
import { showDate } from '#web/ground/format/dates.ts';
import { Amount } from '#web/practice/money/Amount.tsx';
import { wayWord } from '#web/practice/money/words.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';

interface FirstRowsProps {
  preview: CsvPreview;
  columns: CsvColumns;
}

/** The first rows as the clients that they would become. */
export function FirstRows({ preview, columns }: FirstRowsProps) {
  const labels = labelColumns(preview.columns);
  const today = readToday(useTimeZone()).toString();
  return (
    <section>
      <h3 id="csv-rows">Первые строки</h3>
      <ol role="list" aria-labelledby="csv-rows" className={classes.rows}>
        {preview.rows.map((cells, at) => {
          const row = clientOfRow(cells, columns, labels, today);
          return (
            <li key={at} className={classes.row}>
              {'client' in row ? (
                <>
                  <span className="medium" translate="no">
                    {row.client.name}
                  </span>{' '}
                  <span>{row.client.phone}</span> {row.client.email && <span>{row.client.email}</span>}
                  {row.client.description && (
                    <span className={classes.text} translate="no">
                      {row.client.description}
                    </span>
                  )}
                  <More client={row.client} />
                </>
              ) : (
                <>
                  <span className="secondary">{showWhy(row.why)}</span>
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

/** The further values of a row, each with its name. */
function More({ client }: { client: RowClient }) {
  return MORE_FIELDS.map((field) => {
    const value = client[field];
    if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0))
      return null;
    return (
      <span key={field} className={classes.text}>
        {FIELDS[field]}:{' '}
        <span translate="no">{typeof value === 'number' ? <Amount kopecks={value} /> : showMore(field, value)}</span>
      </span>
    );
  });
}

function showMore(field: MoreField, value: string | readonly string[]): string {
  if (typeof value !== 'string') return value.join(', ');
  const born = field === 'birth_date' ? readIsoDate(value) : null;
  if (born) return showDate(born);
  const way = PAY_WAYS.find((one) => field === 'pay_way' && one === value);
  return way ? wayWord(way) : value;
}
