import { Link } from '@tanstack/react-router';
import { useAreLocked } from '#web/ground/api/keys.ts';
import classes from '#web/practice/clients/ClientDetails.module.css';
import { clientPage } from '#web/practice/client-page/client-page.ts';
import type { WrittenSession } from '#web/practice/clients/session-queries.ts';
import { showDate, zoned } from '#web/ground/format/dates.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { isWritten, WrittenTexts } from '#web/practice/sessions/WrittenTexts.tsx';

/** The beginning of the latest texts about a client, to read before the next session (SESSION-15). */
export function LatestRecords({ client, past }: { client: string; past: readonly WrittenSession[] }) {
  const timeZone = useTimeZone();
  const locked = useAreLocked();
  const latest = past.find(isWritten);
  // If the texts are locked, the description already says so.
  if (!latest || locked) return null;
  const start = zoned(latest.date, timeZone);
  return (
    <section aria-labelledby="client-records">
      <div className={classes.heading}>
        <h3 id="client-records">Записи</h3>
        <span className="small secondary">{start && showDate(start)}</span>
        <Link className={`${classes.all} screen-only`} {...clientPage(client)}>
          Открыть записи
        </Link>
      </div>
      <WrittenTexts className={classes.records} news={latest.news} thoughts={latest.thoughts} />
    </section>
  );
}
