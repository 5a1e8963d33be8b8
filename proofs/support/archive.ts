import { buffer } from 'node:stream/consumers';
import type PocketBase from 'pocketbase';
import { fromBufferPromise } from 'yauzl';

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
