import type { CsvColumns } from '#domain/csv-import/columns.ts';
import type { CsvPreview } from '#domain/csv-import/report.ts';

type Table = Pick<CsvPreview, 'columns' | 'rows'>;

const LONGEST = 40;
/** A table of contacts from a phone has about sixty columns. */
const MOST = 10;

/** A column without a name is identified by a sample of its contents. */
export function columnName(table: Table, at: number): string {
  const sample = sampleOf(table, at);
  return table.columns[at] || `Столбец\u00A0${at + 1}${sample && `: ${sample.slice(0, LONGEST)}`}`;
}

/** Which columns are not imported; '' if all are. Empty columns without a name are ignored. */
export function showLeftOut(table: Table, columns: CsvColumns): string {
  const chosen = new Set(Object.values(columns).flat());
  const names = table.columns.flatMap((name, at) =>
    chosen.has(at) || (name === '' && sampleOf(table, at) === '') ? [] : [columnName(table, at)],
  );
  if (names.length === 0) return '';
  const more = names.length > MOST ? ` и\u00A0ещё\u00A0${names.length - MOST}` : '';
  return `${names.length === 1 ? 'Не\u00A0загрузится столбец' : 'Не\u00A0загрузятся столбцы'}: ${names.slice(0, MOST).join(', ')}${more}.`;
}

function sampleOf({ rows }: Table, at: number): string {
  return rows.map((row) => (row[at] ?? '').trim()).find((text) => text !== '') ?? '';
}
