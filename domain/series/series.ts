import type { SessionStatus } from '#domain/sessions/session.ts';

/** `monthsAhead`: a series without an end always has the occurrences of so many months; a practice has `mostEndless`. */
export const SERIES_LIMITS = { mostOccurrences: 520, mostWeeks: 8, monthsAhead: 12, mostEndless: 500 } as const;

export const SERIES_STATUSES = ['scheduled', 'reserved'] as const satisfies readonly SessionStatus[];

/** Why an occurrence of a rule is no session: by choice, deleted later, or left out by the job that extends series. */
export const SKIP_REASONS = ['chosen', 'deleted', 'taken', 'day_off'] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export type Verdict = 'free' | 'taken' | 'day_off';

/** 'shifted': a clock change skips the wall time. */
export type Remark = 'off_hours' | 'shifted';

/** An occurrence as it is shown before it is saved. */
export interface Occurrence {
  /** The local date that the rule gives. */
  date: string;
  /** What the clock shows then. */
  time: string;
  /** The instant, '2026-11-23T06:00:00Z'. */
  start: string;
  verdict: Verdict;
  remarks: Remark[];
  /** What takes the time. */
  with: { kind: 'session' | 'booking'; id: string; name: string } | null;
  /** Other starts of that day, where the time is taken. */
  free: string[];
}

/** `POST /api/series/preview` */
export interface SeriesPreview {
  timeZone: string;
  /** The date of the last occurrence or later; '' without an end. */
  until: string;
  occurrences: Occurrence[];
  /** Sent back with the save, which is refused where the outcome has changed. */
  digest: string;
}

/** Why a change or an end of a series leaves a session as it is. */
export type KeptBecause = 'held' | 'cancelled' | 'texts' | 'moved';

export interface Kept {
  session: string;
  why: KeptBecause;
}

/** `POST /api/series/{id}/change/preview` */
export interface SeriesChangePreview extends SeriesPreview {
  keep: Kept[];
  /** Those of the sessions it concerns that the client was told of: only what they know of is called off by a letter. */
  told: string[];
}

/** 'overlap' plans the occurrence in spite of its verdict, a time ('11:00') plans it then. */
export type Decision = 'skip' | 'overlap' | (string & {});
export type Decisions = Readonly<Record<string, Decision>>;
