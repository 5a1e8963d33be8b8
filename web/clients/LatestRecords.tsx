import { Link } from '@tanstack/react-router';
import classes from '#web/clients/ClientDetails.module.css';
import type { WrittenSession } from '#web/clients/session-queries.ts';
import { showDate, zoned } from '#web/format/dates.ts';
import { useTimeZone } from '#web/practice/use-profile.ts';

/** The beginning of what was written last about a client, to read before the next session (SESSION-15). */
export function LatestRecords({ past }: { past: readonly WrittenSession[] }) {
  const timeZone = useTimeZone();
  const latest = past.find(({ news, thoughts }) => news.trim() !== '' || thoughts.trim() !== '');
  if (!latest) return null;
  const start = zoned(latest.date, timeZone);
  const texts = [
    { label: 'Новости клиента', text: latest.news.trim() },
    { label: 'Мысли о\u00A0сессии', text: latest.thoughts.trim() },
  ].filter(({ text }) => text !== '');
  return (
    <section aria-labelledby="client-records">
      <div className={classes.heading}>
        <h3 id="client-records">Записи</h3>
        <span className={classes.count}>{start && showDate(start)}</span>
        <Link className={`${classes.all} screen-only`} to="/dashboard/sessions" search={{ session: latest.id }}>
          Открыть записи
        </Link>
      </div>
      <dl className={classes.records}>
        {texts.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
