import { lazyPart } from '#web/parts/lazy-part.tsx';
import type { SkippedSessionsProps } from '#web/series/SkippedSessions.tsx';

/** What the daily job has left out, until it is seen (SERIES-04). It is rare, and comes after the screen. */
export const SkippedNotice = lazyPart<SkippedSessionsProps>(
  async () => (await import('#web/series/SkippedSessions.tsx')).SkippedSessions,
  () => false,
);
