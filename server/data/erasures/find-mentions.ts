import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Reader } from '#server/ground/db/database.ts';
import { openRows } from '#server/ground/db/sealed-rows.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';

/** A note can have 200,000 characters. */
const NOTES_AT_ONCE = 20;

/** Each is kept with the erasure: without a bound a list of erasures could not be read. */
const MOST_MENTIONS = 200;

/** Returns the ids of the newest notes with a text that `found` finds, at most `MOST_MENTIONS`. */
export async function findMentions(
  reader: Reader,
  owner: OwnerId,
  found: (text: string) => boolean,
): Promise<string[]> {
  const notes = await reader
    .selectFrom('blog_posts')
    .select('id')
    .where('user', '=', owner)
    .orderBy('date', 'desc')
    .orderBy('id')
    .execute();
  const mentions: string[] = [];
  for (let at = 0; at < notes.length && mentions.length < MOST_MENTIONS; at += NOTES_AT_ONCE) {
    const ids = notes.slice(at, at + NOTES_AT_ONCE).map(({ id }) => id);
    const stored = await reader.selectFrom('blog_posts').selectAll().where('id', 'in', ids).execute();
    const rows = await openRows(reader, 'blog_posts', stored);
    // What does not open could name the person as well.
    const names = (text: string | undefined): boolean => text === undefined || found(text);
    const named = new Set(rows.filter(({ title, content }) => names(title) || names(content)).map(({ id }) => id));
    mentions.push(...ids.filter((id) => named.has(id)));
    // Others have their turn between pieces.
    await nextTurn();
  }
  return mentions.slice(0, MOST_MENTIONS);
}
