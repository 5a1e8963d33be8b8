/** The query of an address as Fastify reads it; the first value of a repeated key counts. */
export type Query = Readonly<Record<string, unknown>>;

export function queryText(query: Query, key: string): string {
  const value = query[key];
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : '';
}
