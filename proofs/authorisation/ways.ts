import type { Ask } from '#proofs/support/ask.ts';

/** How the fields of a record reach the server. */
export const WAYS = ['json', 'form', 'payload', 'batch'] as const;
export type Way = (typeof WAYS)[number];

/** A create or an update with these fields, sent one way or another. */
export async function writeBy(way: Way, method: 'POST' | 'PATCH', url: string, fields: object): Promise<Ask> {
  switch (way) {
    case 'json':
      return { method, url, body: fields };
    case 'batch':
      return { method: 'POST', url: '/api/batch', body: { requests: [{ method, url, body: fields }] } };
    case 'payload':
      return { method, url, ...(await formOf([['@jsonPayload', JSON.stringify(fields)]])) };
    case 'form':
      return {
        method,
        url,
        ...(await formOf(
          Object.entries(fields).map(([name, value]) => [
            name,
            typeof value === 'object' ? JSON.stringify(value) : String(value),
          ]),
        )),
      };
    default:
      return way satisfies never;
  }
}

async function formOf(parts: readonly [name: string, value: string][]): Promise<Pick<Ask, 'body' | 'headers'>> {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  const encoded = new Response(form);
  return { headers: { 'content-type': encoded.headers.get('content-type') ?? '' }, body: await encoded.text() };
}
