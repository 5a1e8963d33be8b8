import { sql } from 'kysely';
import { differences } from '#domain/letters/difference.ts';
import { LETTER_SETTLES_SECONDS } from '#domain/letters/letter.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import { readAbout } from '#server/practice/letters/about.ts';
import { readAsked } from '#server/practice/letters/asked.ts';
import type { Group } from '#server/practice/letters/group-presses.ts';
import { letterOfGroup } from '#server/practice/letters/letter-of-group.ts';
import { forgetAbout, planLetters } from '#server/practice/letters/letter-rows.ts';
import { getsLetters, readRecipients } from '#server/practice/letters/recipients.ts';
import { getsApproval, planDroppedRejections } from '#server/practice/letters/request-letters.ts';
import { meetingsOf, readKnown } from '#server/practice/letters/told.ts';

/**
 * Plans letters again that were dropped because letters were switched off within the last two minutes, for one client
 * or for all; called when they are on again.
 */
export async function planDropped(action: Action, of: { client: string } | 'all'): Promise<void> {
  const { write, owner, now } = action;
  const since = printInstant(now.subtract({ seconds: LETTER_SETTLES_SECONDS.LAST }));
  if (of === 'all') await planDroppedRejections(action, since);
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
  const recipients = await readRecipients(action, [...new Set(letters.flatMap(({ client }) => client ?? []))]);
  const practice = { reader: write.trx, engine: write.engine, owner };
  const requests = await readAsked(practice, [...new Set(letters.flatMap(({ booking }) => booking ?? []))]);
  const addressed = [];
  for (const { id, client, series, booking, about: stored } of letters) {
    const about = readAbout(stored);
    if (!about || client === null) continue;
    const gets = getsLetters(recipients.get(client));
    // If the other switch is still off, the letter can be planned again when that one is on.
    if (!(booking === null ? gets : await getsApproval(action, requests.get(booking), gets))) continue;
    const group: Group = { ...about, series: series ?? '', booking: booking ?? '', atOnce: false };
    addressed.push({ id, client, group });
  }
  if (addressed.length === 0) return;
  await forgetAbout(
    action,
    addressed.map(({ id }) => id),
  );
  const nowMs = now.epochMilliseconds;
  const sessions = addressed.flatMap(({ group }) => group.meetings.map(({ session }) => session));
  const known = await readKnown(practice, [...new Set(sessions)], nowMs);
  const planned = addressed.flatMap(({ client, group }) => {
    const asked = requests.get(group.booking)?.waitsFor ?? null;
    const told = differences(meetingsOf(known, client, group.meetings, { nowMs, asked }), nowMs).differences;
    return letterOfGroup(client, group, told, nowMs) ?? [];
  });
  await planLetters(action, planned);
}
