import type { SessionStatus } from '#domain/sessions/session.ts';

/**
 * `monthsAhead`: for how many months a series without an end always has its occurrences; `mostEndless`: how many such
 * series a practice may have.
 */
export const SERIES_LIMITS = { mostOccurrences: 520, mostWeeks: 8, monthsAhead: 12, mostEndless: 500 } as const;

export const SERIES_STATUSES = ['scheduled', 'reserved'] as const satisfies readonly SessionStatus[];

/** Why an occurrence of a rule is no session: by choice, deleted later, or skipped by the job that extends series. */
export const SKIP_REASONS = ['chosen', 'deleted', 'taken', 'day_off'] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export type Verdict = 'free' | 'taken' | 'day_off';

/** 'shifted': a clock change skips the wall time. */
export type Remark = 'off_hours' | 'shifted';

/** An occurrence as shown before it is saved. */
export interface Occurrence {
  /** The local date that the rule gives, 'YYYY-MM-DD'. */
  date: string;
  /** What the clock shows then, 'HH:mm'. */
  time: string;
  /** The instant, '2026-11-23T06:00:00Z'. */
  start: string;
  verdict: Verdict;
  remarks: Remark[];
  /** The record that takes the time; null if it is free. */
  with: { kind: 'session' | 'booking'; id: string; name: string } | null;
  /** Other starts on that day, if the time is taken. */
  free: string[];
}

/** `POST /api/series/preview` */
export interface SeriesPreview {
  timeZone: string;
  /** The date of the last occurrence or later; '' without an end. */
  until: string;
  occurrences: Occurrence[];
  /** To be sent back with the save, which is refused if the outcome has changed. */
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
  /** Those of its sessions of which the client was told: only their cancellation needs a letter. */
  told: string[];
}

/** 'overlap' plans the occurrence in spite of its verdict; a time ('11:00') plans it at that time. */
export type Decision = 'skip' | 'overlap' | (string & {});
export type Decisions = Readonly<Record<string, Decision>>;
