import { statusInWords } from '#domain/sessions/session.ts';
import { showDate, showTime, zoned } from '#web/ground/format/dates.ts';
import { showDurationBriefly } from '#web/ground/format/duration.ts';
import type { Feed, FeedEntry } from '#web/practice/clients/card/feed.ts';
import classes from '#web/practice/clients/card/Feed.module.css';
import { FeedTexts } from '#web/practice/clients/card/FeedTexts.tsx';
import { PlainList } from '#web/ui/list/PlainList.tsx';

interface FeedPaperProps {
  feed: Feed;
  timeZone: string;
  locked: boolean;
}

/** The whole feed for print, because a windowed list would be incomplete there. */
export function FeedPaper({ feed, timeZone, locked }: FeedPaperProps) {
  return (
    <div className="paper-only">
      {!feed.whole && <p>Напечатано не&nbsp;всё: записи ещё загружаются.</p>}
      <PlainList className={classes.paper}>
        {feed.entries.map((entry) => (
          <li key={entry.id}>
            <p>{headOf(entry, timeZone)}</p>
            <FeedTexts entry={entry} locked={locked} />
          </li>
        ))}
      </PlainList>
    </div>
  );
}

function headOf(entry: FeedEntry, timeZone: string): string {
  const at = zoned(entry.at, timeZone);
  if (!at) return '';
  if ('request' in entry) return `Из\u00A0заявки, ${showDate(at)}:`;
  const { duration } = entry.session;
  return `${showDate(at)} ${showTime(at)}, ${showDurationBriefly(duration)}, ${statusInWords(entry.session).toLowerCase()}`;
}
