import { sql } from 'kysely';
import type { JournalDay, JournalEntry } from '#domain/journal/journal.ts';
import { parseStoredInstant, printInstant } from '#domain/time/instant.ts';
import { DEFAULT_TIME_ZONE } from '#domain/time/zone.ts';
import type { Reader } from '#server/ground/db/database.ts';
import { JOURNAL_SUBJECTS } from '#server/ground/db/tables.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';

/**
 * The last row before a page, undefined for the first page, and the page's own last row, undefined for the last page.
 */
interface Ends {
  earlier: Pick<JournalEntry, 'created'> | undefined;
  last: Pick<JournalEntry, 'created'> | undefined;
}

/** Conditions with literals, as in the definitions of indexes: SQLite compares their text. */
export const CHANGES = sql<boolean>`action not in ('view', 'view_texts')`;
export const VIEWS = sql<boolean>`action = 'view'`;
const TEXTS = sql<boolean>`action = 'view_texts'`;

/** Counts what was viewed on the days of a page, newest first; by views of one client or, with '', of everything. */
export async function readViewDays(
  reader: Reader,
  owner: OwnerId,
  client: string,
  { earlier, last }: Ends,
): Promise<JournalDay[]> {
  const profile = await reader.selectFrom('profiles').select('time_zone').where('user', '=', owner).executeTakeFirst();
  const zone = profile?.time_zone ?? DEFAULT_TIME_ZONE;
  const dayOf = ({ created }: Pick<JournalEntry, 'created'>) =>
    parseStoredInstant(created).toZonedDateTimeISO(zone).toPlainDate().toString();
  // A day whose rows continue on the next page is shown there.
  const [from, before] = [last ? dayOf(last) : null, earlier ? dayOf(earlier) : null];
  const days = new Map<string, JournalDay>();
  const at = (day: string) => days.getOrInsertComputed(day, () => ({ day, clients: 0, lists: [], texts: 0 }));
  let views = reader.selectFrom('journal').where('user', '=', owner).where(VIEWS);
  if (client !== '') views = views.where('client', '=', client);
  if (from !== null) views = views.where('day', '>=', from);
  if (before !== null) views = views.where('day', '<', before);
  const counted = await views
    .select(['day', 'subject', sql<number>`count(distinct nullif(client, ''))`.as('clients')])
    .select(sql<number>`max(case when client = '' then 1 else 0 end)`.as('listed'))
    .groupBy(['day', 'subject'])
    .execute();
  for (const row of counted) {
    const day = at(row.day);
    day.clients += row.clients;
    const subject = JOURNAL_SUBJECTS.find((name) => name === row.subject);
    if (row.listed > 0 && subject) day.lists.push(subject);
  }
  if (client === '') {
    let texts = reader.selectFrom('journal').where('user', '=', owner).where(TEXTS);
    // With a day more at both ends, because zones differ from UTC; the exact days are compared below.
    if (from !== null) texts = texts.where('created', '>=', printInstant(startOf(from).subtract({ hours: 24 })));
    if (before !== null) texts = texts.where('created', '<', printInstant(startOf(before).add({ hours: 24 })));
    for (const row of await texts.select(['created', 'count']).execute()) {
      const day = dayOf(row);
      if ((from === null || day >= from) && (before === null || day < before)) at(day).texts += row.count;
    }
  }
  for (const { lists } of days.values()) lists.sort();
  return [...days.values()].toSorted((a, b) => (a.day < b.day ? 1 : -1));
}

function startOf(day: string): Temporal.Instant {
  return Temporal.Instant.from(`${day}T00:00:00Z`);
}
