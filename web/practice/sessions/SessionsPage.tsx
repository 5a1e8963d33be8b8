import { hashKey } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useMemo, useRef } from 'react';
import type { StoredInstant } from '#domain/time/instant.ts';
import type { SessionOrder } from '#web/ground/browser/storage.ts';
import { refetchFailed } from '#web/ground/api/query-client.ts';
import { showInstantDate } from '#web/ground/format/dates.ts';
import { counted, SESSIONS } from '#web/ground/format/plural.ts';
import { NewsStrip } from '#web/practice/news/NewsStrip.tsx';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { ZoneNotice } from '#web/practice/own-profile/ZoneNotice.tsx';
import { boundaryOf } from '#web/practice/sessions/day/boundary.ts';
import { NearestSessions } from '#web/practice/sessions/NearestSessions.tsx';
import { SESSION_ORDERS, useSessionOrder } from '#web/practice/sessions/session-order.ts';
import { sessionsQuery } from '#web/practice/sessions/queries.ts';
import { readSessionSearch } from '#web/practice/sessions/day/session-search.ts';
import type { SessionSearch } from '#web/practice/sessions/day/session-search.ts';
import { searchedSince } from '#web/practice/sessions/session-filter.ts';
import { LazySessionDialog } from '#web/practice/sessions/lazy-session-dialog.ts';
import classes from '#web/practice/sessions/SessionsPage.module.css';
import { SessionsPart } from '#web/practice/sessions/SessionsPart.tsx';
import { useWorkingDay, WorkingDay } from '#web/practice/sessions/WorkingDay.tsx';
import { AddButton } from '#web/ui/page/AddButton.tsx';
import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';
import { ListTools } from '#web/ui/page/ListTools.tsx';
import { Segments } from '#web/ui/page/Segments.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { SearchField } from '#web/ui/page/SearchField.tsx';
import { EmptyState, ErrorState } from '#web/ui/page/StateCard.tsx';
import { useListing } from '#web/ui/list/use-listing.ts';
import { useDialogAddress } from '#web/ui/dialog/use-dialog-address.ts';
import { useNow } from '#web/ui/page/use-now.ts';
import { useKeptSearch } from '#web/ui/page/kept-search.ts';

const LOAD_FAILED = 'Ошибка при загрузке сессий';

/** The sessions of the practice: today's, those that wait for a mark, upcoming and past ones (SESSION-01…13). */
export function SessionsPage() {
  const [typed, setTyped] = useKeptSearch();
  const { id, open, close } = useDialogAddress('session');
  const timeZone = useTimeZone();
  const now = useNow();
  // The field renders each letter at once, however long the list takes.
  const q = useDeferredValue(typed);
  const { coming, failed, news, ...day } = useWorkingDay(now, timeZone);
  const [order, setOrder] = useSessionOrder(now);
  return (
    <>
      <PageHeader
        title="Сессии"
        subtitle={<ZoneNotice />}
        action={<AddButton link={{ to: '/dashboard/sessions/new' }}>Новая сессия</AddButton>}
      />
      <SessionList q={q} order={order} timeZone={timeZone} now={now} waiting={coming} broken={failed} onOpen={open}>
        {!failed && <NewsStrip news={news} now={now} timeZone={timeZone} />}
        {!failed && <WorkingDay {...day} timeZone={timeZone} now={now} onOpen={open} />}
        <ListTools
          search={<SearchField value={typed} onChange={setTyped} placeholder="Поиск по клиенту или дате..." />}
        >
          <Segments label="Порядок" choices={SESSION_ORDERS} value={order ?? undefined} onChange={setOrder} />
        </ListTools>
      </SessionList>
      <LazySessionDialog key={id} opened={id !== null} id={id ?? ''} onClose={close} />
    </>
  );
}

interface SessionListProps {
  q: string;
  /** Null until it is known. */
  order: SessionOrder | null;
  timeZone: string;
  now: Temporal.Instant;
  /** The content above the list is still loading. */
  waiting: boolean;
  /** The content above the list failed to load. */
  broken: boolean;
  onOpen: (id: string) => void;
  /** Content above the list. */
  children: ReactNode;
}

/** The list and the content above it appear together, so that no visible row is pushed down. */
function SessionList({ q, timeZone, now, broken, onOpen, children, ...props }: SessionListProps) {
  // Until the order is known, queries the default of practices with series, which is the most likely one.
  const order = props.order ?? 'nearest';
  const waiting = props.waiting || props.order === null;
  const today = dayOf(now, timeZone).toString();
  const asked = { order, search: readSessionSearch(q, timeZone, dayOf(now, timeZone)), boundary: boundaryOf(now) };
  const {
    shown,
    waiting: busy,
    failed,
  } = useListing(asked, (one) => [sessionsOf('upcoming', one), sessionsOf('past', one)]);
  const pastHeading = useRef<HTMLHeadingElement>(null);
  const sections = useMemo(() => {
    const goToPast = () => {
      pastHeading.current?.focus({ preventScroll: true });
      pastHeading.current?.scrollIntoView();
    };
    const [upcoming, past] = shown?.first ?? [];
    if (!shown || !upcoming || !past) return null;
    const common = { busy, timeZone, onOpen };
    const ahead = {
      first: upcoming,
      query: sessionsOf('upcoming', shown.asked),
      ...(past.totalItems > 0 && { onGoToPast: goToPast }),
      ...common,
    };
    return (
      <>
        {shown.asked.order === 'nearest' ? (
          <NearestSessions key={hashKey([shown.asked.search])} today={Temporal.PlainDate.from(today)} {...ahead} />
        ) : (
          <SessionsPart title="Предстоящие" {...ahead} />
        )}
        <SessionsPart
          title="Прошедшие"
          first={past}
          query={sessionsOf('past', shown.asked)}
          heading={pastHeading}
          {...common}
        />
      </>
    );
  }, [shown, busy, timeZone, today, onOpen]);

  if (failed || broken) {
    return (
      <>
        <div>{children}</div>
        <div key="failure" className={classes.list}>
          <ErrorState title={LOAD_FAILED} onRetry={refetchFailed} />
        </div>
      </>
    );
  }
  if (waiting || !shown) {
    return (
      <>
        <div hidden>{children}</div>
        <div key="waiting" className={classes.list}>
          <LoadingCards text="Загрузка сессий..." height={106} />
        </div>
      </>
    );
  }
  const searching = shown.asked.search.by !== 'nothing';
  const since = searchedSince(shown.asked.search, shown.asked.boundary);
  const found = shown.first.reduce((sum, { totalItems }) => sum + totalItems, 0);
  return (
    <>
      <div>{children}</div>
      <div key="list" className={classes.list}>
        <p role="status" className="visually-hidden">
          {searching && !busy && `Найдено: ${counted(found, SESSIONS)}`}
        </p>
        {found === 0 && (
          <EmptyState
            title="Сессии не найдены"
            hint={searching ? 'Попробуйте изменить поисковый запрос' : 'Добавьте вашу первую сессию'}
          />
        )}
        {sections}
        {since && (
          <p className="small secondary above-5">Искали среди сессий с&nbsp;{showInstantDate(since, timeZone)}.</p>
        )}
      </div>
    </>
  );
}

interface Asked {
  order: SessionOrder;
  search: SessionSearch;
  boundary: StoredInstant;
}

function sessionsOf(part: 'upcoming' | 'past', { order, boundary, search }: Asked) {
  return sessionsQuery(part, part === 'past' ? 'newest' : order, boundary, search);
}

function dayOf(now: Temporal.Instant, timeZone: string): Temporal.PlainDate {
  return now.toZonedDateTimeISO(timeZone).toPlainDate();
}
