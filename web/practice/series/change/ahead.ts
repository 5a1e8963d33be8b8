import { queryOptions } from '@tanstack/react-query';
import { type StoredInstant, printInstant } from '#domain/time/instant.ts';
import { pb } from '#web/ground/api/client.ts';
import { filled } from '#web/ground/api/filter.ts';
import { ownId } from '#web/ground/api/session.ts';
import { readClock } from '#web/ground/browser/clock.ts';

/** A session of a series from today on, without its texts. */
export interface AheadSession {
  id: string;
  date: StoredInstant;
  /** The local date that the rule assigned to it. */
  occurrence: string;
}

/** The series that the sessions belong to. */
export interface SeriesPlace {
  id: string;
  client: string;
}

/** The sessions of a series that begin today or later, in order. */
export function aheadQuery({ id, client }: SeriesPlace, timeZone: string) {
  return queryOptions({
    queryKey: ['sessions', 'of-series', id, timeZone],
    queryFn: ({ signal }) => {
      const from = printInstant(readClock().toZonedDateTimeISO(timeZone).startOfDay().toInstant());
      return pb.collection('sessions').getFullList<AheadSession>({
        filter: filled('user = {:user} && client = {:client} && series = {:id} && date >= {:from}', {
          user: ownId(),
          client,
          id,
          from,
        }),
        sort: 'date',
        fields: 'id,date,occurrence',
        signal,
      });
    },
  });
}

/** The first session that has not begun yet. */
export function nearestIn(ahead: readonly AheadSession[]): AheadSession | undefined {
  const now = printInstant(readClock());
  return ahead.find(({ date }) => date > now);
}
