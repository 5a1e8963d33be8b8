import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import classes from '#web/practice/journal/JournalPage.module.css';
import { ClientFilter } from '#web/practice/journal/ClientFilter.tsx';
import { JournalRow } from '#web/practice/journal/JournalRow.tsx';
import { journalQuery } from '#web/practice/journal/queries.ts';
import { linesOf } from '#web/practice/journal/rows.ts';
import { ViewsRow } from '#web/practice/journal/ViewsRow.tsx';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { Sheet } from '#web/ui/page/CardGrid.tsx';
import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';
import { ShowMore } from '#web/ui/list/ShowMore.tsx';
import { EmptyState, ErrorState } from '#web/ui/page/StateCard.tsx';

const LOAD_FAILED = 'Не\u00A0удалось загрузить журнал';
const route = getRouteApi('/dashboard/profile/journal');

/** Events in the account and changes of its records, for one client or all. */
export function JournalPage() {
  const { client = '' } = route.useSearch();
  const journal = useInfiniteQuery({ ...journalQuery(client), refetchOnMount: 'always' });
  const failed = journal.isError && !journal.data;
  const pages = journal.data?.pages ?? [];
  const lines = linesOf(pages, useTimeZone());
  const names: Record<string, string> = Object.fromEntries(pages.flatMap((page) => Object.entries(page.names)));
  const starts: Record<string, string> = Object.fromEntries(pages.flatMap((page) => Object.entries(page.starts)));
  return (
    <div className={classes.page}>
      <h2 className={classes.title}>Журнал</h2>
      <p className={classes.hint}>
        Входы в&nbsp;аккаунт, изменения данных и&nbsp;просмотры. Записи журнала нельзя изменить или удалить.
      </p>
      <ClientFilter client={client} name={names[client] ?? null} />
      {failed ? (
        <ErrorState title={LOAD_FAILED} onRetry={() => void journal.refetch()} />
      ) : !journal.data ? (
        <LoadingCards text="Загрузка журнала..." columns={1} count={6} />
      ) : lines.length === 0 ? (
        <EmptyState
          title="Записей нет"
          hint={
            client
              ? 'С\u00A0этим клиентом ещё ничего не\u00A0происходило'
              : 'Здесь появятся входы, просмотры и\u00A0изменения'
          }
        />
      ) : (
        <>
          <Sheet className={classes.sheet} aria-label="Записи журнала">
            {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari forgets that a list without bullets is a list */}
            <ul role="list">
              {lines.map((line) =>
                'entry' in line ? (
                  <JournalRow key={line.place} entry={line.entry} page={{ names, starts }} />
                ) : (
                  <ViewsRow key={line.views.day} views={line.views} client={client} />
                ),
              )}
            </ul>
          </Sheet>
          <ShowMore query={journal} />
        </>
      )}
    </div>
  );
}
