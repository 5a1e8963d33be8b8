import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { counted, WAITING_SESSIONS } from '#web/ground/format/plural.ts';
import { boundaryOf } from '#web/practice/sessions/day/boundary.ts';
import { WAITING_PAGE } from '#web/practice/sessions/day/lists.ts';
import { openSessionsQuery, waitingAt } from '#web/practice/sessions/day/queries.ts';
import type { OpenBy } from '#web/practice/sessions/day/day.ts';
import { DayRow } from '#web/practice/sessions/day/DayRow.tsx';
import classes from '#web/practice/sessions/WaitingStrip.module.css';

export interface WaitingStripProps {
  now: Temporal.Instant;
  timeZone: string;
  open: OpenBy;
}

/** The sessions whose time has passed without a mark, gathered in one line that opens (SESSION-13). */
export function WaitingStrip({ now, timeZone, open }: WaitingStripProps) {
  const list = useId();
  const [opened, setOpened] = useState(false);
  const [count, setCount] = useState(WAITING_PAGE);
  const { data, isPlaceholderData } = useQuery(openSessionsQuery(boundaryOf(now), count));
  if (!data) return null;
  const { rows, total } = waitingAt(data, now);
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
        {opened && (
          <ol role="list">
            {rows.map((session) => (
              <DayRow key={session.id} session={session} timeZone={timeZone} now={now} open={open} dated />
            ))}
          </ol>
        )}
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
