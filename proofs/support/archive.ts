import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type PocketBase from 'pocketbase';
import { fromBufferPromise } from 'yauzl';
import { type Options, ZipFile } from 'yazl';
import type { ImportReport } from '#domain/archive/report.ts';

/** Sends bytes or JSON and returns the response as it is. */
export async function call(
  pb: PocketBase,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; bytes: Buffer }> {
  const isBytes = body instanceof Uint8Array;
  const response = await fetch(pb.buildURL(path), {
    method: 'POST',
    headers: {
      authorization: pb.authStore.token,
      'content-type': isBytes ? 'application/zip' : 'application/json',
      ...headers,
    },
    body: isBytes ? new Uint8Array(body) : JSON.stringify(body),
  });
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}

export async function exported(pb: PocketBase, order: object = {}): Promise<Buffer> {
  const { status, bytes } = await call(pb, '/api/export', order);
  if (status !== 200) throw new Error(`${status} ${bytes.toString()}`);
  return bytes;
}

/** Returns the texts of a ZIP by their names. */
export async function filesOf(zip: Buffer): Promise<Map<string, string>> {
  const opened = await fromBufferPromise(zip);
  const files = new Map<string, string>();
  for await (const entry of opened.eachEntry())
    files.set(entry.fileName, (await buffer(await opened.openReadStreamPromise(entry))).toString());
  return files;
}

/** What the server says of an archive. */
export async function imported(
  pb: PocketBase,
  zip: Buffer,
  { preview = false, headers = {} }: { preview?: boolean; headers?: Record<string, string> } = {},
): Promise<ImportReport & { status: number }> {
  const { status, bytes } = await call(pb, preview ? '/api/import/preview' : '/api/import', zip, headers);
  return { ...JSON.parse(bytes.toString()), status };
}

/** Returns a ZIP of these files with a manifest that fits them, unless they have one. */
export async function zipOf(files: ReadonlyMap<string, string>, options: Partial<Options> = {}): Promise<Buffer> {
  const zip = new ZipFile();
  const data = [...files].filter(([name]) => name !== 'manifest.json');
  const hashes = data.map(([name, text]) => [name, createHash('sha256').update(text).digest('hex')]);
  const counts = data.flatMap(([name, text]) => {
    const [, list] = /^data\/(\w+)\.jsonl$/.exec(name) ?? [];
    return list && list !== 'profile' ? [[list, text.split('\n').length - 1]] : [];
  });
  const manifest = {
    format: 1,
    product: '1.8.4',
    through: '',
    counts: Object.fromEntries(counts),
    files: Object.fromEntries(hashes),
  };
  zip.addBuffer(Buffer.from(files.get('manifest.json') ?? JSON.stringify(manifest)), 'manifest.json');
  for (const [name, text] of data) zip.addBuffer(Buffer.from(text), name, options);
  zip.end();
  return buffer(zip.outputStream);
}

const NOW = '2026-11-21 09:00:00.000Z';

/** Returns a client as an archive has it. */
export function clientLine<Values extends { id: string; name: string }>(values: Values) {
  return {
    phone: '+7 900 111-22-33',
    description: '',
    registration_date: NOW,
    handmade: true,
    source: 'Ручной ввод',
    archived: false,
    email: '',
    time_zone: '',
    reminders: 'none',
    letters_off: '',
    place: '',
    place_link: '',
    request: '',
    agreement: '',
    birth_date: '',
    emergency: '',
    contact: '',
    tags: [],
    price: null,
    pay_way: '',
    created: NOW,
    updated: NOW,
    ...values,
  };
}

/** Returns a session as an archive has it. */
export function sessionLine<Values extends { id: string; client: string }>(values: Values) {
  return {
    date: '2026-11-25 09:00:00.000Z',
    duration: 60,
    description: '',
    status: 'scheduled',
    thoughts: '',
    news: '',
    series: '',
    occurrence: '',
    moves: 0,
    outcome: '',
    outcome_at: '',
    place: '',
    created: NOW,
    updated: NOW,
    ...values,
  };
}

/** A payment of an archive, whole. */
export function paymentLine<Values extends { id: string; client: string }>(values: Values) {
  return {
    session: '',
    amount: 350_000,
    paid_on: '2026-11-20',
    way: 'transfer',
    meetings: 0,
    until: '',
    receipt: false,
    note: '',
    created: NOW,
    updated: NOW,
    ...values,
  };
}
