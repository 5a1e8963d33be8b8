import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useClientLimit } from '#web/practice/clients/use-client-limit.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { foundClientsQuery, foundNotesQuery, foundSessionsQuery } from '#web/practice/search/queries.ts';
import { type ResultGroup, resultGroups } from '#web/practice/search/results.ts';
import { boundaryOf } from '#web/practice/sessions/day/boundary.ts';
import { readSessionSearch } from '#web/practice/sessions/day/session-search.ts';

interface SearchResults {
  groups: ResultGroup[];
  /** True while the shown results belong to an older text than the typed one. */
  stale: boolean;
  failed: boolean;
}

/**
 * All matches of the typed text, requested from the server with every letter; a later letter cancels earlier requests.
 */
export function useSearchResults(typed: string): SearchResults {
  const timeZone = useTimeZone();
  const { counter, reached } = useClientLimit();
  const [openedAt] = useState(() => Temporal.Now.instant());
  const boundary = boundaryOf(openedAt);
  const search = readSessionSearch(typed, timeZone, openedAt.toZonedDateTimeISO(timeZone).toPlainDate());
  const clients = useQuery(foundClientsQuery(typed));
  const upcoming = useQuery(foundSessionsQuery('upcoming', boundary, search));
  const past = useQuery(foundSessionsQuery('past', boundary, search));
  const notes = useQuery(foundNotesQuery(typed));
  const queries = [clients, upcoming, past, notes];

  const nothingTyped = typed.trim() === '';
  const shown = <Item>(items: Item[] | undefined) => (nothingTyped ? [] : (items ?? []));
  const found = {
    clients: shown(clients.data),
    upcoming: shown(upcoming.data),
    past: shown(past.data),
    notes: shown(notes.data),
  };
  const waiting = queries.some((query) => query.isPlaceholderData || query.isLoading);
  return {
    groups: resultGroups(typed, found, { timeZone, mayAddClient: counter !== null && !reached }),
    stale: !nothingTyped && waiting,
    failed: !nothingTyped && queries.some((query) => query.isError),
  };
}
