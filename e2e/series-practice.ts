import type { SeriesPreview } from '#domain/series/series.ts';
import { type Practitioner } from '#e2e/kabinet.ts';
import { inDays } from '#e2e/dates.ts';

interface Weekly {
  name: string;
  /** The first is so many days from now. */
  from: number;
  /** Without it the series has no end. */
  count?: number;
  time?: string;
}

/** Makes a series by the calls of the program. */
export async function addSeries({ api }: Practitioner, wish: object): Promise<void> {
  const { digest } = await api.send<SeriesPreview>('/api/series/preview', { method: 'POST', body: wish });
  await api.send('/api/series', { method: 'POST', body: { ...wish, digest } });
}

/** A client who comes every week at a time in Moscow, at 10:00 if no other is named. */
export async function weekly(practitioner: Practitioner, { name, from, count, time = '10:00' }: Weekly) {
  const { api, id: user } = practitioner;
  const phone = '+7 916 204-18-35';
  const { id: client } = await api.collection('clients').create({ user, name, phone, handmade: true });
  const rule = { start: `${inDays(from)}T${time}`, every_weeks: 1, duration: 60, ...(count && { count }) };
  await addSeries(practitioner, { client, ...rule });
  const sessions = () => api.collection('sessions').getFullList({ filter: `client = '${client}'`, sort: 'date' });
  const ids = (await sessions()).map(({ id }) => id);
  return {
    client,
    /** The id of a session as the series made it, by its place. */
    at: (place: number) => ids[place] ?? '',
    /** '2026-11-24 10:00' of each session, in order. */
    starts: async () =>
      (await sessions()).map(({ date }) => {
        const start = Temporal.Instant.from(String(date)).toZonedDateTimeISO('Europe/Moscow');
        return start.toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ');
      }),
  };
}
