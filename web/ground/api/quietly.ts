/** What a request that may write to a client is sent with: `silent` writes nothing for this once. */
export function quietly(silent: boolean): { query?: { silent: true } } {
  return silent ? { query: { silent: true } } : {};
}
