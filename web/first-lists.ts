import { printInstant } from '#domain/time/instant.ts';
import type { ListRequest } from '#web/ground/api/list-request.ts';
import { hoursList } from '#web/practice/availability/lists.ts';
import { WHOLE_HISTORY } from '#web/practice/booking/request-search.ts';
import { newRequests, requestHistory } from '#web/practice/booking/lists.ts';
import { readDay } from '#web/practice/calendar/calendar-days.ts';
import { readShownView } from '#web/practice/calendar/shown-view.ts';
import { rangeList, spanOf, waitingList } from '#web/practice/calendar/lists.ts';
import { readClientOrder, readSessionOrder, readTimeZone } from '#web/ground/browser/storage.ts';
import { clientCount, clientsList } from '#web/practice/clients/lists.ts';
import { versionCount } from '#web/practice/consents/lists.ts';
import { countOf } from '#web/public/landing/lists.ts';
import { newsList } from '#web/practice/news/lists.ts';
import { notesList } from '#web/practice/notes/lists.ts';
import { pendingCount, profileList } from '#web/practice/own-profile/lists.ts';
import { seriesList } from '#web/practice/series/lists.ts';
import { boundaryOf } from '#web/practice/sessions/day/boundary.ts';
import { dayList, openList, WAITING_PAGE } from '#web/practice/sessions/day/lists.ts';
import { nextList, partList } from '#web/practice/sessions/lists.ts';

const ORDERS = ['newest', 'nearest'] as const;

interface Visit {
  user: string;
  search: URLSearchParams;
}

interface DatedVisit extends Visit {
  now: Temporal.Instant;
  today: Temporal.PlainDate;
  timeZone: string;
}

/** The lists that each screen requests first, by path. */
const LISTS: Record<string, (visit: Visit) => ListRequest[]> = {
  '/dashboard': ({ user, search }) => [
    clientsList(
      user,
      {
        terms: [],
        archived: search.has('archive'),
        unagreed: search.has('unagreed'),
        tag: search.get('tag') ?? '',
        order: readClientOrder(),
      },
      1,
    ),
    clientCount(user, 'all'),
    clientCount(user, 'archived'),
    clientCount(user, 'tagged'),
    versionCount(user),
  ],
  '/dashboard/notes': ({ user, search }) => [notesList(user, [], 1, search.get('year') ?? '')],
  '/dashboard/online-booking': ({ user }) => [
    newRequests(user),
    requestHistory(user, WHOLE_HISTORY, 1),
    hoursList(user),
  ],
};

/** The same for the screens whose lists depend on the day. */
const DATED_LISTS: Record<string, (visit: DatedVisit) => ListRequest[]> = {
  '': ({ user, now, today, timeZone }) => [
    dayList(today, timeZone),
    nextList(user, printInstant(now), null),
    openList(today, timeZone, WAITING_PAGE),
    countOf('clients'),
    countOf('blog_posts'),
    seriesList(user),
    newsList(user),
  ],
  '/dashboard/sessions': ({ user, now, today, timeZone }) => {
    const boundary = boundaryOf(now);
    const part = { user, boundary, search: { by: 'nothing' } } as const;
    return [
      seriesList(user),
      newsList(user),
      dayList(today, timeZone),
      nextList(user, printInstant(now), null),
      openList(today, timeZone, WAITING_PAGE),
      // Without a chosen order the series decide, so both orders are requested along with them.
      ...ORDERS.filter((order) => order === (readSessionOrder() ?? order)).map((order) =>
        partList({ ...part, part: 'upcoming' }, order, 1),
      ),
      partList({ ...part, part: 'past' }, 'newest', 1),
    ];
  },
  '/dashboard/calendar': ({ user, search, today, timeZone }) => {
    const date = readDay(search.get('date') ?? search.get('day') ?? '', today);
    const span = spanOf(readShownView(search.get('view')), date, timeZone);
    return [hoursList(user), rangeList(user, span), waitingList(user, span), seriesList(user)];
  },
};

/** The index of the list of clients among the first lists of its screen. */
export const CLIENTS = 2;

/** Whether the lists of a screen depend on the day. */
export const isDated = (path: string) => path in DATED_LISTS;

/** The lists that a screen and the layout around it request first, at `now` in epoch milliseconds. */
export function firstLists(path: string, search: string, user: string, now: number): ListRequest[] {
  const visit = { user, search: new URLSearchParams(search) };
  return [profileList(user), pendingCount(), ...(LISTS[path]?.(visit) ?? DATED_LISTS[path]?.(dated(visit, now)) ?? [])];
}

function dated(visit: Visit, milliseconds: number): DatedVisit {
  const timeZone = readTimeZone(visit.user);
  const now = Temporal.Instant.fromEpochMilliseconds(milliseconds);
  return { ...visit, timeZone, now, today: now.toZonedDateTimeISO(timeZone).toPlainDate() };
}
