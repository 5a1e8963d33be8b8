import { MOST_MENTIONS } from '#domain/erasures/erasure.ts';
import { bytesIn, piecesOf, type SizedRow } from '#server/ground/db/byte-pieces.ts';
import type { Reader } from '#server/ground/db/database.ts';
import { openRows } from '#server/ground/db/sealed-rows.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import type { LongRead } from '#server/ground/limits/long-reads.ts';

/** Notes, stored as `blog_posts`, whose places and sizes one statement reads. */
const PLACES_AT_ONCE = 1000;

/** Returns the ids of the newest notes with a text that `found` finds, at most `MOST_MENTIONS`. */
export async function findMentions(
  reader: Reader,
  owner: OwnerId,
  { found, read }: { found: (text: string) => boolean; read: LongRead },
): Promise<string[]> {
  // A text that cannot be decrypted may name the person.
  const names = (text: string | undefined): boolean => text === undefined || found(text);
  const mentions: string[] = [];
  for await (const places of placesOf(reader, owner)) {
    for (const ids of piecesOf(places)) {
      const stored = await reader.selectFrom('blog_posts').selectAll().where('id', 'in', ids).execute();
      const rows = await openRows(reader, 'blog_posts', stored);
      const named = new Set(rows.filter(({ title, content }) => names(title) || names(content)).map(({ id }) => id));
      mentions.push(...ids.filter((id) => named.has(id)));
      if (mentions.length >= MOST_MENTIONS) return mentions.slice(0, MOST_MENTIONS);
      await read.pause();
    }
  }
  return mentions;
}

/** Yields the notes of an owner, newest first. */
async function* placesOf(reader: Reader, owner: OwnerId): AsyncGenerator<SizedRow[]> {
  let last: { id: string; date: string } | null = null;
  while (true) {
    let query = reader
      .selectFrom('blog_posts')
      .select(['id', 'date', bytesIn(['sealed']).as('bytes')])
      .where('user', '=', owner);
    if (last) {
      const { id, date } = last;
      query = query.where('date', '<=', date).where((row) => row.or([row('date', '<', date), row('id', '>', id)]));
    }
    const places: (SizedRow & { date: string })[] = await query
      .orderBy('date', 'desc')
      .orderBy('id')
      .limit(PLACES_AT_ONCE)
      .execute();
    yield places;
    last = places.at(-1) ?? null;
    if (places.length < PLACES_AT_ONCE || !last) return;
  }
}
