import { lazyPart } from '#web/ground/parts/lazy-part.tsx';
import type { SkippedSessionsProps } from '#web/practice/series/SkippedSessions.tsx';

/** What the daily job has left out, until it is seen (SERIES-04). It is rare, and comes after the screen. */
export const SkippedNotice = lazyPart<SkippedSessionsProps>(
  async () => (await import('#web/practice/series/SkippedSessions.tsx')).SkippedSessions,
  { isOpened: () => false },
);
