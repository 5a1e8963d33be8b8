import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MOST_MENTIONS } from '#domain/erasures/erasure.ts';
import { NOT_OPENED } from '#web/ground/api/sealed-text.ts';
import classes from '#web/practice/erasures/Erasures.module.css';
import { mentionsQuery } from '#web/practice/erasures/queries.ts';
import { ErrorState } from '#web/ui/page/StateCard.tsx';

/** Notes that mention an erased person by name; only the practitioner can decide about them. */
export function MentioningNotes({ ids }: { ids: readonly string[] }) {
  const notes = useQuery(mentionsQuery(ids));
  if (notes.isError && !notes.data)
    return <ErrorState title="Не&nbsp;удалось загрузить заметки" onRetry={() => void notes.refetch()} />;
  if (!notes.data || notes.data.length === 0) return null;
  return (
    <section aria-labelledby="mentioning-notes" className="screen-only">
      <h3 id="mentioning-notes">Имя встречается в&nbsp;заметках</h3>
      <p className="small secondary">Программа их&nbsp;не&nbsp;меняет: прочитайте и&nbsp;поправьте сами.</p>
      {ids.length >= MOST_MENTIONS && (
        <p className="small secondary">
          Показаны {MOST_MENTIONS} самых новых. Если есть ещё, их&nbsp;найдёт поиск в&nbsp;заметках.
        </p>
      )}
      <ul role="list" aria-labelledby="mentioning-notes">
        {notes.data.map(({ id, title }) => (
          <li key={id}>
            <Link to="/dashboard/notes" search={{ note: id }} target="_blank" className={classes.note}>
              {title === undefined ? NOT_OPENED : title || 'Без названия'}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
