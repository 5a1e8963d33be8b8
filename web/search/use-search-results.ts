import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useClientLimit } from '#web/clients/use-client-limit.ts';
import { useTimeZone } from '#web/profile/use-time-zone.ts';
import { foundClientsQuery, foundNotesQuery, foundSessionsQuery } from '#web/search/queries.ts';
import { type ResultGroup, resultGroups } from '#web/search/results.ts';
import { boundaryOf } from '#web/sessions/boundary.ts';
import { readSessionSearch } from '#web/sessions/session-search.ts';

/** After the last letter; a word is asked for once and not letter by letter. */
const PAUSE = 150;

interface SearchResults {
  groups: ResultGroup[];
  /** True while what is shown answers an older text than the typed one. */
  stale: boolean;
  failed: boolean;
}

/** Everything that matches what is typed, from the server as soon as the typing pauses. */
export function useSearchResults(typed: string): SearchResults {
  const timeZone = useTimeZone();
  const { counter, reached } = useClientLimit();
  const [openedAt] = useState(() => Temporal.Now.instant());
  const [sought] = useDebouncedValue(typed, PAUSE);
  const boundary = boundaryOf(openedAt);
  const search = readSessionSearch(sought, timeZone, openedAt.toZonedDateTimeISO(timeZone).toPlainDate());
  const clients = useQuery(foundClientsQuery(sought));
  const upcoming = useQuery(foundSessionsQuery('upcoming', boundary, search));
  const past = useQuery(foundSessionsQuery('past', boundary, search));
  const notes = useQuery(foundNotesQuery(sought));
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
    stale: !nothingTyped && (typed.trim() !== sought.trim() || waiting),
    failed: !nothingTyped && queries.some((query) => query.isError),
  };
}
