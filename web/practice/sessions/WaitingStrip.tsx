import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useId, useState } from 'react';
import { counted, WAITING_SESSIONS } from '#web/ground/format/plural.ts';
import { WAITING_PAGE } from '#web/practice/sessions/day/lists.ts';
import { openSessionsQuery, waitingBefore } from '#web/practice/sessions/day/queries.ts';
import type { DaySession, OpenBy } from '#web/practice/sessions/day/day.ts';
import { DayMark } from '#web/practice/sessions/day/DayMark.tsx';
import { DayRow } from '#web/practice/sessions/day/DayRow.tsx';
import classes from '#web/practice/sessions/WaitingStrip.module.css';

interface WaitingStripProps {
  now: Temporal.Instant;
  timeZone: string;
  open: OpenBy;
}

/** The sessions of earlier days without a mark, in one line that unfolds (SESSION-13). Today's are in today's sheet. */
export function WaitingStrip({ now, timeZone, open }: WaitingStripProps) {
  const list = useId();
  const [opened, setOpened] = useState(false);
  const [count, setCount] = useState(WAITING_PAGE);
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
  const { data, isPlaceholderData } = useQuery(openSessionsQuery(today, timeZone, count));
  if (!data) return null;
  const { rows, total } = waitingBefore(data, today, timeZone);
  if (total === 0) return null;
  return (
    <section className={classes.strip} aria-label="Ждут отметки">
      <button
        type="button"
        className={classes.line}
        aria-expanded={opened}
        aria-controls={list}
        onClick={() => setOpened(!opened)}
      >
        {counted(total, WAITING_SESSIONS)}
        <IconChevronDown aria-hidden size={18} stroke={1.8} className={classes.sign} />
      </button>
      <div id={list} hidden={!opened} className={classes.rows}>
        {opened &&
          byDay(rows, timeZone).map(({ day, sessions }) => (
            <Fragment key={day.toString()}>
              <ol role="list">
                {sessions.map((session) => (
                  <DayRow key={session.id} session={session} timeZone={timeZone} now={now} open={open} dated />
                ))}
              </ol>
              <DayMark named day={day} sessions={sessions} timeZone={timeZone} now={now} />
            </Fragment>
          ))}
        {total > rows.length && (
          <div className={classes.more}>
            <Button variant="default" disabled={isPlaceholderData} onClick={() => setCount(count + WAITING_PAGE)}>
              Показать ещё
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}

/** Groups sessions by the day on which they begin, keeping their order. */
function byDay(rows: readonly DaySession[], timeZone: string) {
  const days: { day: Temporal.PlainDate; sessions: DaySession[] }[] = [];
  for (const session of rows) {
    const day = session.start.toZonedDateTimeISO(timeZone).toPlainDate();
    const last = days.at(-1);
    if (last?.day.equals(day)) last.sessions.push(session);
    else days.push({ day, sessions: [session] });
  }
  return days;
}
