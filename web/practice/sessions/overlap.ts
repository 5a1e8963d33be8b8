import type { SessionStatus } from '#domain/sessions/session.ts';

/** A taken time, half-open: a session, or a request that waits for a decision. */
export interface HeldSpan {
  id: string;
  kind: 'session' | 'request';
  name: string;
  /** A waiting request is shown as reserved. */
  status: SessionStatus;
  start: Temporal.Instant;
  end: Temporal.Instant;
}

/** The earliest taken time that overlaps the span; touching ends do not overlap. */
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
