import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ownId } from '#web/ground/api/session.ts';
import { readSeenSkips, writeSeenSkips } from '#web/ground/browser/storage.ts';
import { counted, SESSIONS } from '#web/ground/format/plural.ts';
import { skipsQuery } from '#web/practice/series/queries.ts';
import { showSkipped, unseenSkips } from '#web/practice/series/skips.ts';
import classes from '#web/practice/series/SkippedSessions.module.css';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';

/** The client's details have all of them. */
const SHOWN = 3;

export interface SkippedSessionsProps {
  today: Temporal.PlainDate;
}

export function SkippedSessions({ today }: SkippedSessionsProps) {
  const { data = [] } = useQuery(skipsQuery(today));
  const [seen, setSeen] = useState(() => readSeenSkips(ownId()));
  const skips = unseenSkips(data, seen);
  const newest = skips.at(-1);
  if (!newest) return null;
  const see = () => {
    writeSeenSkips(ownId(), newest.created);
    setSeen(newest.created);
    document.querySelector('main')?.focus({ preventScroll: true });
  };
  return (
    <section aria-label="Пропущенные сессии" className={classes.notice}>
      <InlineBox kind="warning">
        <ul className={classes.skips}>
          {skips.slice(0, SHOWN).map((skip) => (
            <li key={skip.id}>
              {showSkipped(skip)}
              {skip.expand?.client && (
                <>
                  {'. '}
                  <Link to="/dashboard" search={{ client: skip.client }} translate="no">
                    {skip.expand.client.name}
                  </Link>
                </>
              )}
            </li>
          ))}
          {skips.length > SHOWN && <li>И&nbsp;ещё {counted(skips.length - SHOWN, SESSIONS)}</li>}
        </ul>
        <Button variant="default" onClick={see}>
          Понятно
        </Button>
      </InlineBox>
    </section>
  );
}
