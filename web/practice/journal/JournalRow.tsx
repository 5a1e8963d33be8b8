import type { JournalEntry, JournalPage } from '#domain/journal/journal.ts';
import { showInstant } from '#web/ground/format/dates.ts';
import classes from '#web/practice/journal/JournalPage.module.css';
import { showAct, showFields } from '#web/practice/journal/words.ts';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import type { ListPlace } from '#web/ui/list/LongList.tsx';

const BY_OTHERS = {
  visitor: 'посетитель страницы записи',
  program: 'само по\u00A0времени',
  operator: 'администратор Кабинета',
} as const;

interface JournalRowProps {
  entry: JournalEntry;
  page: Pick<JournalPage, 'names' | 'starts' | 'visitors'>;
  place?: ListPlace;
}

/** One event: when, what, and from where. */
export function JournalRow({ entry, page, place = {} }: JournalRowProps) {
  const timeZone = useTimeZone();
  const { created, action, subject, client, author, device, address } = entry;
  const name = page.names[client];
  // A deleted client has no name any more, and the row of the deletion itself needs none.
  const about = client && (name ?? (subject === 'clients' && action === 'delete' ? '' : 'клиент удалён'));
  const start = page.starts[entry.record];
  // The client of an approved request is more informative.
  const visitor = client === '' ? page.visitors[entry.record] : undefined;
  const fields = showFields(entry);
  const others =
    author === 'visitor' && subject !== 'booking'
      ? subject === 'users'
        ? 'без входа в\u00A0аккаунт'
        : 'по\u00A0ссылке клиента'
      : BY_OTHERS[author === 'practitioner' ? 'visitor' : author];
  const where = author === 'practitioner' ? [device, address && `IP ${address}`] : [others];
  return (
    <li {...place} className={classes.row}>
      <time className={classes.time}>{showInstant(created, timeZone)}</time>
      <div className="shrinks anywhere">
        <p>
          <span className="medium">
            {[showAct(entry), start && `сейчас ${showInstant(start, timeZone)}`].filter(Boolean).join(', ')}
          </span>
          {visitor && (
            <>
              : <bdi>{visitor}</bdi>
            </>
          )}
          {about && <> · {about}</>}
          {fields && <span className="secondary"> · {fields}</span>}
        </p>
        <p className="small secondary">{where.filter(Boolean).join(' · ')}</p>
      </div>
    </li>
  );
}
