import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { readAgain } from '#web/api/query-client.ts';
import { counted, SESSIONS } from '#web/format/plural.ts';
import { profileQuery } from '#web/profile/profile-query.ts';
import { useTimeZone } from '#web/profile/use-time-zone.ts';
import { boundaryOf } from '#web/sessions/boundary.ts';
import { NextSession } from '#web/sessions/NextSession.tsx';
import { sessionsQuery } from '#web/sessions/queries.ts';
import { readSessionSearch } from '#web/sessions/session-search.ts';
import { SessionDialogs } from '#web/sessions/SessionDialogs.tsx';
import classes from '#web/sessions/SessionsPage.module.css';
import { SessionsPart, totalOf } from '#web/sessions/SessionsPart.tsx';
import { AddButton } from '#web/ui/AddButton.tsx';
import { LoadingCards } from '#web/ui/LoadingCards.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { EmptyState, ErrorState } from '#web/ui/StateCard.tsx';
import { useDialogAddress } from '#web/ui/use-dialog-address.ts';
import { useLoadFailure } from '#web/ui/use-load-failure.ts';
import { useNow } from '#web/ui/use-now.ts';
import { useSearchAddress } from '#web/ui/use-search-address.ts';

const LOAD_FAILED = 'Ошибка при загрузке сессий';

/** The sessions of the practice: the next one, those to come and those that were (SESSION-01…05). */
export function SessionsPage() {
  const { typed, setTyped, q } = useSearchAddress();
  const { id, open, close } = useDialogAddress('session');
  const timeZone = useTimeZone();
  // Times are shown on the practitioner's clock, so nothing is shown before it is known.
  const { data: profile } = useQuery(profileQuery());
  const now = useNow();
  return (
    <>
      <PageHeader
        title="Сессии"
        action={<AddButton link={{ to: '/dashboard/sessions/new' }}>Новая сессия</AddButton>}
      />
      {profile && <NextSession timeZone={timeZone} now={now} onOpen={open} />}
      <SearchField value={typed} onChange={setTyped} placeholder="Поиск по клиенту или дате..." />
      <div className={classes.list}>
        <SessionList q={q} timeZone={timeZone} now={now} onOpen={open} />
      </div>
      <SessionDialogs id={id} onClose={close} />
    </>
  );
}

interface SessionListProps {
  q: string;
  timeZone: string;
  now: Temporal.Instant;
  onOpen: (id: string) => void;
}

function SessionList({ q, timeZone, now, onOpen }: SessionListProps) {
  const boundary = boundaryOf(now);
  const search = readSessionSearch(q, timeZone, now.toZonedDateTimeISO(timeZone).toPlainDate());
  const profile = useQuery(profileQuery());
  const upcoming = useInfiniteQuery(sessionsQuery('upcoming', boundary, search));
  const past = useInfiniteQuery(sessionsQuery('past', boundary, search));
  const parts = [profile, upcoming, past];
  useLoadFailure(
    parts.some((part) => part.isError),
    LOAD_FAILED,
  );

  if (parts.some((part) => part.isError && !part.data)) {
    return <ErrorState title={LOAD_FAILED} onRetry={readAgain} retrying={parts.some((part) => part.isFetching)} />;
  }
  if (parts.some((part) => part.isPending)) return <LoadingCards text="Загрузка сессий..." height={106} />;
  const searching = search.by !== 'nothing';
  const found = totalOf(upcoming) + totalOf(past);
  return (
    <>
      <p role="status" className="visually-hidden">
        {searching && !upcoming.isPlaceholderData && `Найдено: ${counted(found, SESSIONS)}`}
      </p>
      {found === 0 && (
        <EmptyState
          title="Сессии не найдены"
          hint={searching ? 'Попробуйте изменить поисковый запрос' : 'Добавьте вашу первую сессию'}
        />
      )}
      <SessionsPart title="Предстоящие" query={upcoming} timeZone={timeZone} onOpen={onOpen} />
      <SessionsPart title="Прошедшие" query={past} timeZone={timeZone} onOpen={onOpen} />
    </>
  );
}
