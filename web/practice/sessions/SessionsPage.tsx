import { type ReactNode, useDeferredValue, useMemo, useRef } from 'react';
import type { StoredInstant } from '#domain/time/instant.ts';
import { refetchFailed } from '#web/ground/api/query-client.ts';
import { counted, SESSIONS } from '#web/ground/format/plural.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { ZoneNotice } from '#web/practice/own-profile/ZoneNotice.tsx';
import { boundaryOf } from '#web/practice/sessions/day/boundary.ts';
import { sessionsQuery } from '#web/practice/sessions/queries.ts';
import { readSessionSearch } from '#web/practice/sessions/day/session-search.ts';
import type { SessionSearch } from '#web/practice/sessions/day/session-search.ts';
import { LazySessionDialog } from '#web/practice/sessions/lazy-session-dialog.ts';
import classes from '#web/practice/sessions/SessionsPage.module.css';
import { SessionsPart } from '#web/practice/sessions/SessionsPart.tsx';
import { useWorkingDay, WorkingDay } from '#web/practice/sessions/WorkingDay.tsx';
import { AddButton } from '#web/ui/page/AddButton.tsx';
import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';
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
  const { coming, failed, ...day } = useWorkingDay(now, timeZone);
  return (
    <>
      <PageHeader
        title="Сессии"
        subtitle={<ZoneNotice />}
        action={<AddButton link={{ to: '/dashboard/sessions/new' }}>Новая сессия</AddButton>}
      />
      <SessionList q={q} timeZone={timeZone} now={now} waiting={coming} broken={failed} onOpen={open}>
        {!failed && <WorkingDay {...day} timeZone={timeZone} now={now} onOpen={open} />}
        <SearchField value={typed} onChange={setTyped} placeholder="Поиск по клиенту или дате..." />
      </SessionList>
      <LazySessionDialog key={id} opened={id !== null} id={id ?? ''} onClose={close} />
    </>
  );
}

interface SessionListProps {
  q: string;
  timeZone: string;
  now: Temporal.Instant;
  /** What stands above the list is still loading. */
  waiting: boolean;
  /** It failed to load. */
  broken: boolean;
  onOpen: (id: string) => void;
  /** Content above the list. */
  children: ReactNode;
}

/** The list and the content above it appear together: no visible row is pushed down. */
function SessionList({ q, timeZone, now, waiting, broken, onOpen, children }: SessionListProps) {
  const asked = { search: readSessionSearch(q, timeZone, dayOf(now, timeZone)), boundary: boundaryOf(now) };
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
    return (
      <>
        <SessionsPart
          title="Предстоящие"
          first={upcoming}
          query={sessionsOf('upcoming', shown.asked)}
          {...(past.totalItems > 0 && { onGoToPast: goToPast })}
          {...common}
        />
        <SessionsPart
          title="Прошедшие"
          first={past}
          query={sessionsOf('past', shown.asked)}
          heading={pastHeading}
          {...common}
        />
      </>
    );
  }, [shown, busy, timeZone, onOpen]);

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
      </div>
    </>
  );
}

interface Asked {
  search: SessionSearch;
  boundary: StoredInstant;
}

function sessionsOf(part: 'upcoming' | 'past', { boundary, search }: Asked) {
  return sessionsQuery(part, boundary, search);
}

function dayOf(now: Temporal.Instant, timeZone: string): Temporal.PlainDate {
  return now.toZonedDateTimeISO(timeZone).toPlainDate();
}
