import type { SendOptions } from 'pocketbase';
import type { Decisions, SERIES_STATUSES, SeriesChangePreview, SeriesPreview } from '#domain/series/series.ts';
import { pb, quietly } from '#web/ground/api/client.ts';

export type SeriesStatus = (typeof SERIES_STATUSES)[number];

/** A new series; without `until` and `count` it has no end. */
export interface SeriesRequest {
  client: string;
  /** The wall time of the first session in the practice's zone, '2026-11-23T10:00'. */
  start: string;
  every_weeks: number;
  /** The last day, 'YYYY-MM-DD'; not together with `count`. */
  until?: string;
  count?: number;
  /** Minutes. */
  duration: number;
  status?: SeriesStatus;
  /** An existing session that becomes the first one. */
  session?: string;
}

/** What the practitioner agreed to: the previewed outcome (`digest`), and a decision for each conflict in it. */
export interface Agreed {
  decisions: Decisions;
  digest: string;
}

/** A change of the session and those 'following' it, or of 'all' future ones; omitted fields stay unchanged. */
export interface SeriesChangeRequest {
  scope: 'following' | 'all';
  /** The edited session. */
  session: string;
  /** Its new wall time. */
  start?: string;
  duration?: number;
  status?: SeriesStatus;
  every_weeks?: number;
  /** '' for no end. */
  until?: string;
}

export interface MadeSeries {
  series: { id: string };
  created: number;
  skipped: number;
}

export interface ChangedSeries {
  series: { id: string };
  created: number;
  moved: number;
  removed: number;
  kept: number;
}

export interface EndedSeries {
  removed: number;
  kept: number;
}

/** Only reads; nothing is stored. */
export function previewSeries(wish: SeriesRequest, signal?: AbortSignal): Promise<SeriesPreview> {
  return post('/api/series/preview', wish, signal && { signal });
}

/** The caller supplies `id`: a retry with the same id returns the series that the first request created. */
export function createSeries(id: string, wish: SeriesRequest, agreed: Agreed, silent: boolean): Promise<MadeSeries> {
  return post('/api/series', { id, ...wish, ...agreed }, quietly(silent));
}

/** Only reads; nothing is stored. */
export function previewChange(
  series: string,
  wish: SeriesChangeRequest,
  signal?: AbortSignal,
): Promise<SeriesChangePreview> {
  return post(`/api/series/${series}/change/preview`, wish, signal && { signal });
}

/** Idempotent: repeating the request changes nothing and returns the same. */
export function changeSeries(
  series: string,
  wish: SeriesChangeRequest,
  agreed: Agreed,
  silent: boolean,
): Promise<ChangedSeries> {
  return post(`/api/series/${series}/change`, { ...wish, ...agreed }, quietly(silent));
}

/** Removes the untouched sessions from a day ('YYYY-MM-DD') on. Idempotent: repeating the request returns the same. */
export function endSeries(series: string, from: string, silent: boolean): Promise<EndedSeries> {
  return post(`/api/series/${series}/end`, { from }, quietly(silent));
}

function post<Result>(path: string, body: object, options: SendOptions = {}): Promise<Result> {
  return pb.send<Result>(path, { method: 'POST', body, ...options });
}
