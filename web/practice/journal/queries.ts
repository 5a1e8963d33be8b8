import { queryOptions } from '@tanstack/react-query';
import { printInstant } from '#domain/time/instant.ts';
import { readIsoDate } from '#domain/time/iso-date.ts';
import type { JournalPage } from '#domain/journal/journal.ts';
import { pb } from '#web/ground/api/client.ts';
import { ownId } from '#web/ground/api/session.ts';
import type { PageQuery } from '#web/ground/api/page-query.ts';
import { type JournalLine, linesOf } from '#web/practice/journal/rows.ts';

const PAGE = 50;
/** The most views shown of a day. */
const VIEWS = 500;

/**
 * A page of the journal, newest first: of one client or all (''), up to the end of a day or without limit (''). Views
 * are counted per day.
 */
export function journalQuery(client: string, until: string, timeZone: string): PageQuery<JournalLine> {
  const day = readIsoDate(until);
  const before = day ? printInstant(day.add({ days: 1 }).toZonedDateTime(timeZone).toInstant()) : '';
  return (page) => ({
    queryKey: ['journal', ownId(), client, before, timeZone, page],
    refetchOnMount: 'always',
    queryFn: async ({ signal }) => {
      const query = { client, before, views: 'by-day', page, perPage: PAGE };
      return linesOf(await pb.send<JournalPage>('/api/journal', { query, signal }), timeZone);
    },
  });
}

/** The views of one day, 'YYYY-MM-DD'. */
export function viewsQuery(client: string, day: string) {
  return queryOptions({
    queryKey: ['journal', ownId(), client, day],
    queryFn: ({ signal }) =>
      pb.send<JournalPage>('/api/journal', { query: { client, views: day, perPage: VIEWS }, signal }),
  });
}
