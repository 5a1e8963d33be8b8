/** Whether a client should know of a meeting: planned, not just reserved, and still to come. */
export function isAhead({ status, startMs }: { status: string; startMs: number }, nowMs: number): boolean {
  return status === 'scheduled' && startMs > nowMs;
}
