import { sql } from 'kysely';
import { differences } from '#domain/letters/difference.ts';
import { LETTER_SETTLES_SECONDS } from '#domain/letters/letter.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import { readAbout } from '#server/practice/letters/about.ts';
import { readAsked } from '#server/practice/letters/asked.ts';
import { letterOfGroup } from '#server/practice/letters/letter-of-group.ts';
import { forgetAbout, planLetters } from '#server/practice/letters/letter-rows.ts';
import { getsLetters, readRecipient } from '#server/practice/letters/recipients.ts';
import { getsApproval } from '#server/practice/letters/request-letters.ts';
import { readMeetings } from '#server/practice/letters/told.ts';

/**
 * Plans anew what was dropped because letters were switched off within the last two minutes, of one client or of all:
 * they are on again.
 */
export async function planDropped(action: Action, of: { client: string } | 'all'): Promise<void> {
  const { write, owner, now } = action;
  const since = printInstant(now.subtract({ seconds: LETTER_SETTLES_SECONDS.LAST }));
  const found = write.trx
    .selectFrom('letters')
    .select(['id', 'client', 'series', 'booking', 'about'])
    .where('user', '=', owner)
    .where('state', '=', sql.lit('dropped'))
    .where('updated', '>=', since)
    .where('about', '!=', sql.lit(''))
    .where('handed', '=', 0)
    .where('reason', '!=', sql.lit('limit'));
  const letters = await (of === 'all' ? found : found.where('client', '=', of.client)).execute();
  await forgetAbout(
    action,
    letters.map(({ id }) => id),
  );
  const nowMs = now.epochMilliseconds;
  const place = { reader: write.trx, engine: write.engine, owner };
  for (const { client, series, booking, about: stored } of letters) {
    const about = readAbout(stored);
    if (!about || client === null) continue;
    const group = { ...about, series: series ?? '', booking: booking ?? '', atOnce: false };
    const gets = getsLetters(await readRecipient(action, client));
    const isAddressed = booking === null ? gets : await getsApproval(action, booking, gets);
    const asked = booking === null ? null : await readAsked(place, booking);
    const meetings = await readMeetings(place, client, about.meetings, { nowMs, asked });
    const letter = isAddressed ? letterOfGroup(client, group, differences(meetings, nowMs).differences, nowMs) : null;
    if (letter) await planLetters(action, [letter]);
  }
}
