import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useAreLocked } from '#web/ground/api/keys.ts';
import { readClock } from '#web/ground/browser/clock.ts';
import { foundClientsQuery } from '#web/practice/clients/found-clients.ts';
import { useClientLimit } from '#web/practice/clients/use-client-limit.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { type Found, MOST, type Part } from '#web/practice/search/found.ts';
import { foundSessionsQuery } from '#web/practice/search/queries.ts';
import type { Longer, ResultGroup } from '#web/practice/search/result.ts';
import { resultGroups } from '#web/practice/search/results.ts';
import { type Hits, LEAST_LETTERS } from '#web/practice/search/text-queries.ts';
import * as queries from '#web/practice/search/text-queries.ts';
import { textGroups } from '#web/practice/search/text-results.ts';
import { boundaryOf } from '#web/practice/sessions/day/boundary.ts';
import { readSessionSearch } from '#web/practice/sessions/day/session-search.ts';

interface SearchResults {
  groups: ResultGroup[];
  /** Whether the results by name and date belong to an earlier text. */
  stale: boolean;
  /** Whether texts are still being searched. */
  reading: boolean;
  failed: boolean;
  /** Whether the texts are locked until the recovery code is entered. */
  locked: boolean;
}

/** Whether a query is loading; while offline it is paused and does not count. */
const isComing = ({ isFetching, isPending, isPlaceholderData }: UseQueryResult) =>
  isFetching && (isPending || isPlaceholderData);

/**
 * All matches of the typed text, requested from the server with every letter; a later letter cancels earlier requests.
 * Results by name and date appear first, all at once; those in texts follow below.
 */
export function useSearchResults(typed: string, most: Readonly<Record<Longer, number>>): SearchResults {
  const timeZone = useTimeZone();
  const { counter, reached } = useClientLimit();
  const locked = useAreLocked();
  const [openedAt] = useState(() => readClock());
  const boundary = boundaryOf(openedAt);
  const today = openedAt.toZonedDateTimeISO(timeZone).toPlainDate();
  const search = readSessionSearch(typed, timeZone, today);
  const clients = useQuery(foundClientsQuery(typed, MOST.clients + 1));
  const upcoming = useQuery(foundSessionsQuery('upcoming', boundary, search));
  const past = useQuery(foundSessionsQuery('past', boundary, search));

  // Locked texts cannot be searched.
  const sought = locked ? '' : typed;
  const key = queries.wordsKey(sought);
  const ofSessions = useQuery(queries.sessionTextsQuery(sought, most.records));
  const ofClients = useQuery(queries.clientTextsQuery(sought, most.records));
  const notes = useQuery(queries.foundNotesQuery(sought));
  const requests = useQuery(queries.foundRequestsQuery(sought, most.requests));
  const payments = useQuery(queries.foundPaymentsQuery(sought, most.payments));
  const templates = useQuery(queries.foundTemplatesQuery(sought, most.templates));
  const texts = [ofSessions, ofClients, notes, requests, payments, templates];

  const nothingTyped = typed.trim() === '';
  const stale = !nothingTyped && [clients, upcoming, past].some(isComing);
  const names = useSettled(stale, { typed, clients: clients.data, upcoming: upcoming.data, past: past.data });
  const partOf = <Row>({ data, isError }: UseQueryResult<Hits<Row>>): Part<Row> => {
    if (key.length < LEAST_LETTERS) return { rows: [], isCome: !stale };
    const isOwn = data?.of === key;
    return { rows: isError && !isOwn ? [] : (data?.rows ?? []), isCome: !stale && (isOwn || isError) };
  };
  const parts = {
    ofSessions: partOf(ofSessions),
    ofClients: partOf(ofClients),
    notes: partOf(notes),
    requests: partOf(requests),
    payments: partOf(payments),
    templates: partOf(templates),
  };
  const options = { timeZone, mayAddClient: counter !== null && !reached, today, most };
  return {
    groups: [
      ...resultGroups(names.typed, listed(names), options),
      ...(nothingTyped ? [] : textGroups(typed, parts, options)),
    ],
    stale,
    reading: !nothingTyped && Object.values(parts).some(({ isCome }) => !isCome),
    failed: !nothingTyped && [clients, upcoming, past, ...texts].some(({ isError }) => isError),
    locked,
  };
}

type Names = { [Name in keyof Found]: Found[Name] | undefined } & { typed: string };

function listed({ typed, clients = [], upcoming = [], past = [] }: Names): Found {
  return typed.trim() === '' ? { clients: [], upcoming: [], past: [] } : { clients, upcoming, past };
}

/** The last results for which no query was loading. */
function useSettled(isStale: boolean, names: Names): Names {
  const [last, setLast] = useState(names);
  if (isStale) return last;
  const isNew = (['typed', 'clients', 'upcoming', 'past'] as const).some((name) => names[name] !== last[name]);
  if (isNew) setLast(names);
  return names;
}
