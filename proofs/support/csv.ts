import type PocketBase from 'pocketbase';
import type { CsvImported, CsvPreview } from '#domain/csv-import/report.ts';
import type { FieldErrors } from '#domain/errors.ts';

interface Reply<Body> {
  status: number;
  body: Body & { message: string; data: FieldErrors };
}

async function sendTable<Body>(
  pb: PocketBase,
  path: string,
  table: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<Reply<Body>> {
  const response = await fetch(pb.buildURL(path), {
    method: 'POST',
    headers: { authorization: pb.authStore.token, 'content-type': 'text/csv', ...headers },
    body: typeof table === 'string' ? table : new Uint8Array(table),
  });
  const body: Reply<Body>['body'] = JSON.parse(await response.text());
  return { status: response.status, body };
}

/** What the server reads in a table; `query` names what is chosen. */
export function previewTable(pb: PocketBase, table: string | Uint8Array, query: Record<string, string> = {}) {
  return sendTable<CsvPreview>(pb, `/api/import/csv/preview?${new URLSearchParams(query).toString()}`, table);
}

/** Imports a table, by default of a name, a phone and a description. */
export function importTable(
  pb: PocketBase,
  table: string | Uint8Array,
  query: Record<string, string> = { columns: 'name:0,phone:1,description:2' },
  headers?: Record<string, string>,
) {
  return sendTable<CsvImported>(pb, `/api/import/csv?${new URLSearchParams(query).toString()}`, table, headers);
}
