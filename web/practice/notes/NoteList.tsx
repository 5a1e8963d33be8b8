import { getRouteApi, Link } from '@tanstack/react-router';
import { type ComponentProps, useDeferredValue, useState } from 'react';
import { refetchFailed } from '#web/ground/api/query-client.ts';
import { NOT_OPENED } from '#web/ground/api/sealed-text.ts';
import { showDate } from '#web/ground/format/dates.ts';
import { counted, NOTES } from '#web/ground/format/plural.ts';
import { KeptDraft } from '#web/practice/notes/KeptDraft.tsx';
import { NoteButtons } from '#web/practice/notes/NoteButtons.tsx';
import classes from '#web/practice/notes/Notes.module.css';
import { notesQuery, noteYearsQuery } from '#web/practice/notes/queries.ts';
import { isOpened, noteDate } from '#web/practice/notes/share-note.ts';
import { askToDelete, useSharing } from '#web/practice/notes/use-note-actions.tsx';
import { AddButton } from '#web/ui/page/AddButton.tsx';
import { Card, CardGrid } from '#web/ui/page/CardGrid.tsx';
import { ListTools } from '#web/ui/page/ListTools.tsx';
import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { SearchField } from '#web/ui/page/SearchField.tsx';
import { LongList } from '#web/ui/list/LongList.tsx';
import { useListing } from '#web/ui/list/use-listing.ts';
import { EmptyState, ErrorState } from '#web/ui/page/StateCard.tsx';
import { useKeptSearch } from '#web/ui/page/kept-search.ts';
import { useQuery } from '@tanstack/react-query';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { Select } from '#web/ui/form/Select.tsx';
import { useNow } from '#web/ui/page/use-now.ts';

const route = getRouteApi('/dashboard/notes');
const CARD_HEIGHT = 140;
const LOAD_FAILED = 'Не удалось загрузить заметки';

export function NoteList() {
  const [typed, setTyped] = useKeptSearch();
  // The field renders each letter at once, however long the list takes.
  const { year = '' } = route.useSearch();
  const { shown, waiting, failed } = useListing({ q: useDeferredValue(typed), year }, (asked) => [notesQuery(asked)]);
  const share = useSharing();
  const first = shown?.first[0];
  const searching = typed.trim() !== '' || year !== '';
  return (
    <>
      <PageHeader
        title="Заметки"
        action={<AddButton link={{ to: '/dashboard/notes', search: { note: 'new' } }}>Новая заметка</AddButton>}
        search={
          <ListTools
            search={<SearchField value={typed} onChange={setTyped} placeholder="Поиск по заголовку или тексту..." />}
          >
            <YearChoice year={year} isLong={first !== undefined && first.totalPages > 1} />
          </ListTools>
        }
      />
      <KeptDraft note="new" />
      <p role="status" className="visually-hidden">
        {searching && first && !waiting && `Найдено: ${counted(first.totalItems, NOTES)}`}
      </p>
      {!first && !failed && <LoadingCards text="Загрузка заметок..." columns={1} count={4} height={140} />}
      {failed && <ErrorState title={LOAD_FAILED} onRetry={refetchFailed} />}
      {first?.totalItems === 0 && !failed && (
        <EmptyState
          {...(searching
            ? { title: 'Заметки не\u00A0найдены', hint: 'Попробуйте изменить поисковый запрос' }
            : { title: 'Заметок пока нет', hint: 'Добавьте первую запись: мысль после встречи, конспект, план.' })}
        />
      )}
      {shown && first && !failed && (
        <LongList
          List={NoteCards}
          first={first}
          query={notesQuery(shown.asked)}
          height={CARD_HEIGHT}
          aria-busy={waiting}
          renderItem={(note, place) => (
            <li key={note.id} {...place}>
              <Card as="article" className={classes.card} aria-label={note.title ?? NOT_OPENED}>
                <div className="grow shrinks">
                  <p className="small secondary">{showDate(noteDate(note))}</p>
                  <h2 id={`note-${note.id}`} className={classes.title} translate="no">
                    <Link className={classes.open} to="/dashboard/notes" search={{ note: note.id }}>
                      {note.title ?? NOT_OPENED}
                    </Link>
                  </h2>
                  <p className={classes.excerpt} translate="no">
                    {note.content}
                  </p>
                </div>
                <NoteButtons
                  id={note.id}
                  aria-describedby={`note-${note.id}`}
                  onShare={isOpened(note) ? () => void share(note.id) : undefined}
                  onDelete={() => askToDelete(note)}
                />
              </Card>
            </li>
          )}
        />
      )}
    </>
  );
}

function NoteCards(props: ComponentProps<'ul'>) {
  return <CardGrid columns={1} {...props} />;
}

const ALL = 'Все годы';

/** Jumps to a year if the notes exceed one page; the year is in the address. */
function YearChoice({ year, isLong }: { year: string; isLong: boolean }) {
  const navigate = route.useNavigate();
  const thisYear = useNow().toZonedDateTimeISO(useTimeZone()).year;
  // Stays visible while a search finds few notes.
  const [shown, setShown] = useState(year !== '');
  if (isLong && !shown) setShown(true);
  const years = useQuery(noteYearsQuery(thisYear, shown)).data ?? [];
  if (!shown) return null;
  return (
    <Select
      aria-label="Год"
      className={classes.year ?? ''}
      data={[ALL, ...(year === '' || years.includes(year) ? [] : [year]), ...years]}
      value={year || ALL}
      onChange={(chosen) =>
        void navigate({
          search: (before) => ({ ...before, year: chosen === ALL ? '' : (chosen ?? '') }),
          replace: true,
        })
      }
      allowDeselect={false}
    />
  );
}
