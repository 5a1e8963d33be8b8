/**
 * Returns whether a client should know of a meeting: it is planned, not only reserved, and starts after `nowMs` (both
 * epoch milliseconds).
 */
export function isAhead({ status, startMs }: { status: string; startMs: number }, nowMs: number): boolean {
  return status === 'scheduled' && startMs > nowMs;
}
