import { queryOptions } from '@tanstack/react-query';
import type { Erasure, ErasureReason, ErasureReport } from '#domain/erasures/erasure.ts';
import type { JournalEntry, JournalPage } from '#domain/journal/journal.ts';
import { pb } from '#web/ground/api/client.ts';
import { filled } from '#web/ground/api/filter.ts';
import { pageOptions } from '#web/ground/api/lists.ts';
import type { PageQuery } from '#web/ground/api/page-query.ts';
import type { SealedText } from '#web/ground/api/sealed-text.ts';
import { ownId } from '#web/ground/api/session.ts';

const PAGE = 20;
/** An erasure writes one journal entry per kind of record. */
const LINES = 100;
/** The server refuses a filter with more comparisons. */
const IDS_AT_ONCE = 50;

function send(client: string, body: { reason: ErasureReason; dryRun?: true }): Promise<ErasureReport> {
  return pb.send<ErasureReport>(`/api/clients/${encodeURIComponent(client)}/erase`, { method: 'POST', body });
}

/** What would be erased, and what would stay. */
export function erasurePreviewQuery(client: string) {
  return queryOptions({
    queryKey: ['erasures', 'preview', client],
    // The preview does not depend on the reason.
    queryFn: () => send(client, { reason: 'request', dryRun: true }),
    gcTime: 0,
  });
}

/** Erases a client. Idempotent: repeating the request returns the same. */
export async function eraseClient(client: string, reason: ErasureReason): Promise<Erasure> {
  const { erasure } = await send(client, { reason });
  if (!erasure) throw new Error('The response has no erasure.');
  return erasure;
}

/** A page of all erasures, the newest first. */
export const erasuresQuery: PageQuery<Erasure> = (page) => {
  const filter = filled('user = {:user}', { user: ownId() });
  const list = { collection: 'erasures', page, perPage: PAGE, skipTotal: page > 1, filter, sort: '-created' };
  return pageOptions(['erasures', 'list', ownId(), page], list);
};

/** The journal entries of an erasure, oldest first. */
export function erasureJournalQuery({ client, created }: Erasure) {
  return queryOptions({
    queryKey: ['journal', ownId(), 'erasure', client],
    queryFn: async ({ signal }): Promise<JournalEntry[]> => {
      const query = { client, views: 'by-day', page: 1, perPage: LINES };
      const { items } = await pb.send<JournalPage>('/api/journal', { query, signal });
      return items.filter((entry) => entry.created >= created).toReversed();
    },
  });
}

export interface MentioningNote {
  id: string;
  title: SealedText;
}

/** The titles of those notes that still exist. */
export function mentionsQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: ['blog_posts', 'titles', ids],
    queryFn: async ({ signal }) => {
      const pieces: Promise<MentioningNote[]>[] = [];
      for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
        const wanted = ids.slice(at, at + IDS_AT_ONCE).map((id) => filled('id = {:id}', { id }));
        const query = { filter: wanted.join(' || '), sort: '-date', fields: 'id,title', signal };
        pieces.push(pb.collection('blog_posts').getFullList<MentioningNote>(query));
      }
      return (await Promise.all(pieces)).flat();
    },
    enabled: ids.length > 0,
  });
}
