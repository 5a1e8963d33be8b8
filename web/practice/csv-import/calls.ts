import { queryOptions } from '@tanstack/react-query';
import { type CsvColumns, printColumns } from '#domain/csv-import/columns.ts';
import type { CsvImported, CsvImports, CsvPreview, CsvReading, CsvTakenBack } from '#domain/csv-import/report.ts';
import { pb } from '#web/ground/api/client.ts';
import { ownId } from '#web/ground/api/session.ts';
import { sendFile } from '#web/practice/archive/send-file.ts';

/** The person's choices; the server detects the rest. */
export interface Choice extends Partial<CsvReading> {
  columns?: CsvColumns;
}

/** Previews what a table would become; changes nothing. */
export function previewTable(file: File, choice: Choice, signal: AbortSignal): Promise<CsvPreview> {
  return sendFile({ path: `/api/import/csv/preview?${queryOf(choice)}`, file }, signal, () => undefined);
}

export function importTable(file: File, choice: Choice, signal: AbortSignal): Promise<CsvImported> {
  return sendFile({ path: `/api/import/csv?${queryOf(choice)}`, file }, signal, () => undefined);
}

function queryOf({ encoding, separator, header, columns }: Choice): string {
  const query = new URLSearchParams();
  if (encoding) query.set('encoding', encoding);
  if (separator) query.set('separator', separator);
  if (header !== undefined) query.set('header', header ? '1' : '0');
  if (columns) query.set('columns', printColumns(columns));
  return query.toString();
}

export function takeBack(id: string): Promise<CsvTakenBack> {
  return pb.send(`/api/import/csv/${id}`, { method: 'DELETE' });
}

/** The imports that can still be undone. */
export function importsQuery() {
  return queryOptions({
    queryKey: ['csv-imports', ownId()],
    queryFn: ({ signal }) => pb.send<CsvImports>('/api/import/csv', { signal }),
    gcTime: 0,
  });
}
