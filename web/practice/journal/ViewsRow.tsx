import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { JournalDay } from '#domain/journal/journal.ts';
import { showDate } from '#web/ground/format/dates.ts';
import classes from '#web/practice/journal/JournalPage.module.css';
import { JournalRow } from '#web/practice/journal/JournalRow.tsx';
import { viewsQuery } from '#web/practice/journal/queries.ts';
import { showViews } from '#web/practice/journal/words.ts';
import { RetryButton } from '#web/ui/page/RetryButton.tsx';

/** What was viewed on a day, in one row that opens to its rows. */
export function ViewsRow({ views, client }: { views: JournalDay; client: string }) {
  const id = useId();
  const [opened, setOpened] = useState(false);
  const query = useQuery({ ...viewsQuery(client, views.day), enabled: opened });
  return (
    <li className={classes.row}>
      <span className={classes.time}>{showDate(Temporal.PlainDate.from(views.day))}</span>
      <div className={classes.what}>
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
            <p role="alert" className={classes.where}>
              Не&nbsp;удалось загрузить просмотры{' '}
              <RetryButton variant="subtle" size="compact-sm" onRetry={() => void query.refetch()} />
            </p>
          )}
          {opened && query.isPending && !query.isError && (
            <p aria-live="polite" className={classes.where}>
              Загрузка...
            </p>
          )}
          {opened && query.data && (
            <ul role="list" className={classes.opened}>
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
