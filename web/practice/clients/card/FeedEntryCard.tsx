import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { hasDrafts } from '#web/ground/api/drafts.ts';
import { showDate, showTime, zoned } from '#web/ground/format/dates.ts';
import { showDurationBriefly } from '#web/ground/format/duration.ts';
import { lazyPart } from '#web/ground/parts/lazy-part.tsx';
import type { FeedEntry } from '#web/practice/clients/card/feed.ts';
import { type Hit, textsOf } from '#web/practice/clients/card/feed-search.ts';
import classes from '#web/practice/clients/card/Feed.module.css';
import type { FeedEditorProps } from '#web/practice/clients/card/FeedEditor.tsx';
import { FeedTexts } from '#web/practice/clients/card/FeedTexts.tsx';
import { SessionStatusBadge } from '#web/practice/sessions/SessionStatusBadge.tsx';
import type { ListPlace } from '#web/ui/list/LongList.tsx';
import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';

// Loads on demand, because reading needs no form.
const FeedEditor = lazyPart(async () => (await import('#web/practice/clients/card/FeedEditor.tsx')).FeedEditor, {
  coming: <LoadingCards text="Загрузка..." columns={1} count={1} height={320} />,
});

interface FeedEntryCardProps {
  entry: FeedEntry;
  place: ListPlace;
  timeZone: string;
  /** All texts are locked; a notice above the feed says so. */
  locked: boolean;
  sought: string;
  /** The current hit of the search, if it is in this entry. */
  hit: Hit | null;
  edited: boolean;
  onLeave: FeedEditorProps['onLeave'];
  onEdit: () => void;
  onClose: () => void;
}

/** One session of the feed, or a request's message; a session's texts are edited in place. */
export function FeedEntryCard(props: FeedEntryCardProps) {
  const { entry, place, timeZone, locked, sought, hit, edited, onLeave, onEdit, onClose } = props;
  const id = useId();
  const session = 'session' in entry ? entry.session : null;
  const written = textsOf(entry).some(([, text]) => text === undefined || text.trim() !== '');
  return (
    <li {...place} className={classes.item}>
      <article aria-labelledby={id} tabIndex={-1} className={classes.entry}>
        <div className={classes.head}>
          <EntryHeading id={id} entry={entry} timeZone={timeZone} />
          {session && (
            <>
              <span className="small secondary">{showDurationBriefly(session.duration)}</span>
              <SessionStatusBadge {...session} />
            </>
          )}
        </div>
        {edited ? (
          <FeedEditor id={entry.id} onLeave={onLeave} onClose={onClose} onReopen={onEdit} />
        ) : (
          <>
            <FeedTexts entry={entry} locked={locked} sought={sought} hit={hit} />
            {session && !locked && (
              <div className={classes.acts}>
                {!written && <span className="secondary">Ничего не&nbsp;записано</span>}
                <Button variant="subtle" aria-describedby={id} onClick={onEdit}>
                  {hasDrafts(`session-${entry.id}`) ? 'Продолжить черновик' : written ? 'Изменить' : 'Записать'}
                </Button>
              </div>
            )}
          </>
        )}
      </article>
    </li>
  );
}

function EntryHeading({ id, entry, timeZone }: { id: string; entry: FeedEntry; timeZone: string }) {
  const at = zoned(entry.at, timeZone);
  if ('request' in entry) {
    return (
      <h2 id={id} className={classes.when}>
        Из&nbsp;заявки, <span className="nowrap">{at && showDate(at)}:</span>
      </h2>
    );
  }
  return (
    <h2 id={id} className={classes.when}>
      <Link to="/dashboard/sessions" search={{ session: entry.id }} state={{ opener: true }} className="link">
        {at && showDate(at)} <b>{at && showTime(at)}</b>
      </Link>
    </h2>
  );
}
