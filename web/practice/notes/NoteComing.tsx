import type { UseQueryResult } from '@tanstack/react-query';
import { statusOf } from '#web/ground/api/errors.ts';
import classes from '#web/practice/notes/Notes.module.css';
import type { NoteRecord } from '#web/practice/notes/queries.ts';
import { BackLink } from '#web/ui/page/BackLink.tsx';
import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';
import { ErrorState } from '#web/ui/page/StateCard.tsx';

export const COMING = <LoadingCards text="Загрузка заметки..." columns={1} count={1} height={420} />;

/** Replaces a note that is loading, failed to load or no longer exists. */
export function NoteComing({ query }: { query: UseQueryResult<NoteRecord> }) {
  const gone = statusOf(query.error) === 404;
  return (
    <div className={classes.page}>
      <BackLink to="/dashboard/notes">Заметки</BackLink>
      {query.isError ? (
        <ErrorState
          title={gone ? 'Заметка не\u00A0найдена' : 'Не\u00A0удалось загрузить заметку'}
          {...(gone && { hint: 'Возможно, её\u00A0удалили.' })}
          onRetry={() => void query.refetch()}
        />
      ) : (
        COMING
      )}
    </div>
  );
}
