import { storable } from '#domain/text/is-storable.ts';

/** Returns the body of a request with texts that can be stored; a form with files stays as it is. */
export function storableBody(body: unknown): unknown {
  if (typeof body === 'string') return storable(body);
  if (Array.isArray(body)) return body.map(storableBody);
  if (!isPlain(body)) return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, storableBody(value)]));
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
