import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Fragment, useId, useState } from 'react';
import classes from '#web/practice/journal/JournalPage.module.css';
import { JournalRow } from '#web/practice/journal/JournalRow.tsx';
import { journalQuery, viewsQuery } from '#web/practice/journal/queries.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { DateField } from '#web/ui/date-field/DateField.tsx';
import { Card } from '#web/ui/page/CardGrid.tsx';
import { useNow } from '#web/ui/page/use-now.ts';
import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';
import { PlainList } from '#web/ui/list/PlainList.tsx';
import { LongList } from '#web/ui/list/LongList.tsx';
import { EmptyState, ErrorState } from '#web/ui/page/StateCard.tsx';
import type { JournalDay } from '#domain/journal/journal.ts';
import { showDate } from '#web/ground/format/dates.ts';
import { showViews } from '#web/practice/journal/words.ts';
import { RetryButton } from '#web/ui/page/RetryButton.tsx';
import { ClientChoice } from '#web/practice/client-choice/ClientChoice.tsx';

const ROW_HEIGHT = 66;
const LOAD_FAILED = 'Не\u00A0удалось загрузить журнал';
const route = getRouteApi('/dashboard/profile/journal');

/** Events in the account and changes of its records, for one client or all. */
export function JournalPage() {
  const { client = '', until = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const timeZone = useTimeZone();
  const query = journalQuery(client, until, timeZone);
  const journal = useQuery(query(1));
  const failed = journal.isError && !journal.data;
  const newest = journal.data?.items[0];
  return (
    <>
      <h2 className="lead">Журнал</h2>
      <p className={classes.hint}>
        Входы в&nbsp;аккаунт, изменения данных и&nbsp;просмотры. Записи журнала нельзя изменить или удалить.
      </p>
      <div className={classes.filters}>
        <ClientFilter client={client} />
        <DateField
          label="По&nbsp;день"
          value={until}
          today={useNow().toZonedDateTimeISO(timeZone).toPlainDate()}
          onChange={(day) => void navigate({ search: (before) => ({ ...before, until: day }), replace: true })}
        />
      </div>
      {failed ? (
        <ErrorState title={LOAD_FAILED} onRetry={() => void journal.refetch()} />
      ) : !journal.data ? (
        <LoadingCards text="Загрузка журнала..." columns={1} count={6} />
      ) : !newest?.entry && newest?.later.length === 0 ? (
        <EmptyState
          title="Записей нет"
          hint={
            until
              ? 'По\u00A0этот день ничего не\u00A0происходило'
              : client
                ? 'С\u00A0этим клиентом ещё ничего не\u00A0происходило'
                : 'Здесь появятся входы, просмотры и\u00A0изменения'
          }
        />
      ) : (
        <Card className={classes.sheet} aria-label="Записи журнала">
          <LongList
            List={PlainList}
            first={journal.data}
            query={query}
            height={ROW_HEIGHT}
            renderItem={({ id, entry, later, earlier, ...page }, place) => (
              <Fragment key={id}>
                {later.map((views) => (
                  <ViewsRow key={views.day} views={views} client={client} />
                ))}
                {entry && <JournalRow entry={entry} page={page} place={place} />}
                {earlier.map((views) => (
                  <ViewsRow key={views.day} views={views} client={client} />
                ))}
              </Fragment>
            )}
          />
        </Card>
      )}
    </>
  );
}

/** The views of a day, in one row that unfolds. */
function ViewsRow({ views, client }: { views: JournalDay; client: string }) {
  const id = useId();
  const [opened, setOpened] = useState(false);
  const query = useQuery({ ...viewsQuery(client, views.day), enabled: opened });
  return (
    <li className={classes.row}>
      <span className={classes.time}>{showDate(Temporal.PlainDate.from(views.day))}</span>
      <div className="shrinks anywhere">
        <button
          type="button"
          className={classes.views}
          aria-expanded={opened}
          aria-controls={id}
          onClick={() => setOpened(!opened)}
        >
          {showViews(views)}
        </button>
        <div id={id}>
          {opened && query.isError && (
            <p role="alert" className="small secondary">
              Не&nbsp;удалось загрузить просмотры{' '}
              <RetryButton variant="subtle" size="compact-sm" onRetry={() => void query.refetch()} />
            </p>
          )}
          {opened && query.isPending && !query.isError && (
            <p aria-live="polite" className="small secondary">
              Загрузка...
            </p>
          )}
          {opened && query.data && (
            <ul role="list" className="above-1">
              {query.data.items.map((entry, at) => (
                <JournalRow key={at} entry={entry} page={query.data} />
              ))}
            </ul>
          )}
        </div>
      </div>
    </li>
  );
}

function ClientFilter(props: { client: string }) {
  const navigate = route.useNavigate();
  return (
    <ClientChoice
      {...props}
      everybody
      onChoose={(client) => void navigate({ search: (before) => ({ ...before, client }), replace: true })}
    />
  );
}
