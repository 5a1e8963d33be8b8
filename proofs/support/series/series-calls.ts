import type { RecordModel } from 'pocketbase';
import type PocketBase from 'pocketbase';
import type { Decisions, SeriesChangePreview, SeriesPreview } from '#domain/series/series.ts';
import type { TestPractitioner } from '#proofs/support/test-server.ts';

export interface Made {
  series: RecordModel;
  created: number;
  skipped: number;
}

export interface Changed {
  series: RecordModel;
  created: number;
  moved: number;
  removed: number;
  kept: number;
}

/** A practice with one client, and the calls of its series through the official SDK. */
export interface SeriesPractice extends TestPractitioner {
  client: string;
  preview(wish: object): Promise<SeriesPreview>;
  save(wish: object, more?: { decisions?: Decisions; digest?: string; id?: string }): Promise<Made>;
  previewChange(series: string, change: object): Promise<SeriesChangePreview>;
  change(series: string, change: object, more?: { decisions?: Decisions; digest?: string }): Promise<Changed>;
  end(series: string, from: string): Promise<{ removed: number; kept: number }>;
  /** Returns 'YYYY-MM-DD HH:mm' of each session in Moscow, in order. */
  starts(filter?: string): Promise<string[]>;
  sessions(filter?: string): Promise<RecordModel[]>;
}

export async function seriesPractice(practitioner: TestPractitioner): Promise<SeriesPractice> {
  const { pb } = practitioner;
  const { id: client } = await pb.collection('clients').create({ name: 'Алёна', phone: '+7 (916) 204-18-35' });
  const preview = (wish: object) => post<SeriesPreview>(pb, '/api/series/preview', { client, ...wish });
  const previewChange = (series: string, change: object) =>
    post<SeriesChangePreview>(pb, `/api/series/${series}/change/preview`, change);
  const sessions = (filter = '') => pb.collection('sessions').getFullList({ filter, sort: 'date' });
  return {
    ...practitioner,
    client,
    preview,
    previewChange,
    sessions,
    save: async (wish, more = {}) => {
      const digest = more.digest ?? (await preview(wish)).digest;
      return post(pb, '/api/series', { client, ...wish, ...more, digest });
    },
    change: async (series, change, more = {}) => {
      const digest = more.digest ?? (await previewChange(series, change)).digest;
      return post(pb, `/api/series/${series}/change`, { ...change, ...more, digest });
    },
    end: (series, from) => post(pb, `/api/series/${series}/end`, { from }),
    starts: async (filter) => (await sessions(filter)).map(({ date }) => inMoscow(date)),
  };
}

function inMoscow(date: string): string {
  const local = Temporal.Instant.from(date).toZonedDateTimeISO('Europe/Moscow').toPlainDateTime();
  return local.toString({ smallestUnit: 'minute' }).replace('T', ' ');
}

async function post<Result>(pb: PocketBase, path: string, body: object): Promise<Result> {
  return pb.send<Result>(path, { method: 'POST', body });
}
