import type { ListResult } from 'pocketbase';
import { type RefObject, useId } from 'react';
import { counted, SESSIONS } from '#web/ground/format/plural.ts';
import { showInstant } from '#web/ground/format/dates.ts';
import { mayOwe } from '#web/practice/sessions/day/day.ts';
import { RowMoney } from '#web/practice/sessions/day/row-money.ts';
import { shownClient } from '#web/practice/sessions/shown-client.ts';
import type { SessionCardRecord } from '#web/practice/sessions/queries.ts';
import { SessionCard } from '#web/practice/sessions/SessionCard.tsx';
import classes from '#web/practice/sessions/SessionsPage.module.css';
import { LongList } from '#web/ui/list/LongList.tsx';
import type { PageQuery } from '#web/ground/api/page-query.ts';

const CARD_HEIGHT = 106;

interface SessionsPartProps {
  title: string;
  first: ListResult<SessionCardRecord>;
  query: PageQuery<SessionCardRecord>;
  busy: boolean;
  timeZone: string;
  onOpen: (id: string) => void;
  /** Gets the focus when the part is jumped to. */
  heading?: RefObject<HTMLHeadingElement | null>;
  /** Jumps to the past sessions, which can be below years of planned ones. */
  onGoToPast?: () => void;
}

/** «Предстоящие» or «Прошедшие», newest first; renders nothing when there are none. */
export function SessionsPart({ title, first, query, busy, timeZone, onOpen, heading, onGoToPast }: SessionsPartProps) {
  const label = useId();
  if (first.totalItems === 0) return null;
  return (
    <section aria-labelledby={label}>
      <PartHead
        {...{ label, title }}
        total={first.totalItems}
        {...(heading && { heading })}
        {...(onGoToPast && { onGoToPast })}
      />
      <LongList
        first={first}
        query={query}
        height={CARD_HEIGHT}
        aria-busy={busy}
        renderItem={(session, place) =>
          // This screen lists only sessions whose client exists (SESSION-01).
          session.expand?.client && (
            <li key={session.id} className={classes.item} {...place}>
              <SessionCard session={session} timeZone={timeZone} onOpen={() => onOpen(session.id)} />
              {mayOwe(session) && (
                <RowMoney
                  id={session.id}
                  what={`${showInstant(session.date, timeZone)}, ${shownClient(session)}`}
                  className={classes.owed}
                />
              )}
            </li>
          )
        }
      />
    </section>
  );
}

interface PartHeadProps extends Pick<SessionsPartProps, 'title' | 'heading' | 'onGoToPast'> {
  /** The id of the heading. */
  label: string;
  total: number;
}

/** The heading of a part; above upcoming sessions with a button that jumps to the past ones. */
export function PartHead({ label, title, total, heading, onGoToPast }: PartHeadProps) {
  return (
    <div className="spread wrap gap-3 below-3">
      <h2 id={label} ref={heading} tabIndex={-1} className={classes.heading}>
        {title} <span className="small secondary light">{counted(total, SESSIONS)}</span>
      </h2>
      {onGoToPast && (
        <button type="button" className={classes.jump} onClick={onGoToPast}>
          К&nbsp;прошедшим
        </button>
      )}
    </div>
  );
}
