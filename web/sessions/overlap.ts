import type { SessionStatus } from '#domain/sessions/session.ts';

/** Time that somebody already has: a session, or a request that waits for its answer. Half-open. */
export interface HeldSpan {
  id: string;
  kind: 'session' | 'request';
  name: string;
  /** A request that waits is a time put by. */
  status: SessionStatus;
  start: Temporal.Instant;
  end: Temporal.Instant;
}

/** The first held time, by its start, that shares any time with the span; touching ends share none. */
export function overlapOf(
  span: { start: Temporal.Instant; end: Temporal.Instant } | null,
  held: readonly HeldSpan[],
  except: string | null,
): HeldSpan | null {
  if (!span) return null;
  return (
    held
      .toSorted((a, b) => Temporal.Instant.compare(a.start, b.start))
      .find(
        (other) =>
          other.id !== except &&
          Temporal.Instant.compare(other.start, span.end) < 0 &&
          Temporal.Instant.compare(span.start, other.end) < 0,
      ) ?? null
  );
}
