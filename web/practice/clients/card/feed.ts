import type { StoredInstant } from '#domain/time/instant.ts';
import type { SealedText } from '#web/ground/api/sealed-text.ts';
import type { WrittenSession } from '#web/practice/clients/session-queries.ts';

/** A session of the feed: one that took place, or has texts. */
export interface FeedSession extends WrittenSession {
  updated: string;
}

/** The message of one of the client's requests. */
export interface FeedRequest {
  id: string;
  created: StoredInstant;
  message: SealedText;
}

interface Entry {
  id: string;
  /** The instant by which the feed is sorted. */
  at: StoredInstant;
}

export type SessionEntry = Entry & { session: FeedSession };
type RequestEntry = Entry & { request: FeedRequest };
export type FeedEntry = SessionEntry | RequestEntry;

/** A client's feed, complete or only its first part. */
export interface Feed {
  entries: readonly FeedEntry[];
  /** The number of all entries, including those not loaded yet. */
  total: number;
  whole: boolean;
}

/**
 * Merges sessions, newest first, with the requests by their date. If only the first of `total` sessions are loaded,
 * requests older than these are left out.
 */
export function feedOf(sessions: readonly FeedSession[], requests: readonly FeedRequest[], total: number): Feed {
  const told = requests.filter(({ message }) => message !== '');
  const whole = sessions.length >= total;
  const oldest = sessions.at(-1)?.date;
  const entries: FeedEntry[] = [
    ...sessions.map((session) => ({ id: session.id, at: session.date, session })),
    ...told
      .filter(({ created }) => whole || (oldest !== undefined && created >= oldest))
      .map((request) => ({ id: request.id, at: request.created, request })),
  ];
  return { entries: entries.toSorted(newestFirst), total: Math.max(total, sessions.length) + told.length, whole };
}

function newestFirst(a: Entry, b: Entry): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1;
  return a.id < b.id ? -1 : 1;
}

/** Keeps the entry that is being edited even if it was deleted elsewhere, so that its typed text is not lost. */
export function withEdited(feed: Feed, edited: SessionEntry | null): Feed {
  if (!edited || feed.entries.some(({ id }) => id === edited.id)) return feed;
  return { ...feed, entries: [...feed.entries, edited].toSorted(newestFirst), total: feed.total + 1 };
}

/** The years of the feed in its own order, each with the index of its first entry. */
export function yearsOf(entries: readonly FeedEntry[], timeZone: string): { year: number; index: number }[] {
  const years: { year: number; index: number }[] = [];
  entries.forEach(({ at }, index) => {
    const { year } = Temporal.Instant.from(at.replace(' ', 'T')).toZonedDateTimeISO(timeZone);
    if (years.at(-1)?.year !== year) years.push({ year, index });
  });
  return years;
}
