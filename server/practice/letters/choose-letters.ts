import { emailKey } from '#domain/accounts/email.ts';
import { badRequest, type FieldError } from '#domain/errors.ts';
import type { Action } from '#server/ground/action.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import { stopHash } from '#server/practice/letters/address-keys.ts';
import { dropLetters } from '#server/practice/letters/letter-rows.ts';
import { forgetRefusals } from '#server/practice/letters/outcomes.ts';
import { planDropped } from '#server/practice/letters/plan-dropped.ts';
import { pressPlaces } from '#server/practice/letters/press-places.ts';
import { readAddress } from '#server/practice/letters/recipients.ts';
import { renewReminders } from '#server/practice/letters/plan-due-reminders.ts';

type Client = Decoded<'clients'>;
type Choice = Pick<Client, 'email_key' | 'reminders' | 'letters_off'>;

/** What a write sets: the fields that its body contains. */
export interface Asked {
  email: boolean;
  reminders: boolean;
}

const STOPPED: FieldError = { code: 'letters_stopped', message: 'This address asked for no more letters.' };

/** Returns whether a new client gets letters: as requested, otherwise as the practitioner chose for all. */
export async function choiceOfNew(
  action: Action,
  { email, reminders }: { email: string; reminders: '' | Client['reminders'] },
): Promise<Choice> {
  const email_key = emailKey(email);
  if (email === '') return { email_key, reminders: reminders || 'none', letters_off: '' };
  const address = await readAddress(action.context, action.write.trx, action.owner, email);
  if (address?.isStopped) {
    if (reminders === 'email') throw badRequest('Failed to create record.', { reminders: STOPPED });
    return { email_key, reminders: 'none', letters_off: 'stopped' };
  }
  return { email_key, reminders: reminders || usual(address), letters_off: '' };
}

/**
 * Returns the same for a changed client. An address that opted out stays so, unless the practitioner sets the address
 * and asks for letters in one write, as the client wished (LETTER-06).
 */
export async function choiceOfChanged(action: Action, before: Client, after: Client, asked: Asked): Promise<Choice> {
  const { context, write, owner } = action;
  const email_key = emailKey(after.email);
  const { reminders } = after;
  if (email_key === before.email_key && !asked.reminders)
    return { email_key, reminders, letters_off: after.letters_off };
  if (after.email === '') return { email_key, reminders: asked.reminders ? reminders : 'none', letters_off: '' };
  const address = await readAddress(context, write.trx, owner, after.email);
  if (address?.isStopped) {
    if (!asked.reminders || reminders === 'none') return { email_key, reminders: 'none', letters_off: 'stopped' };
    if (!asked.email) throw badRequest('Failed to update record.', { reminders: STOPPED });
    await write.trx
      .deleteFrom('letter_stops')
      .where('user', '=', owner)
      .where('hash', '=', stopHash(context, owner, after.email))
      .execute();
  }
  const isFirst = before.email === '' && !asked.reminders;
  return { email_key, reminders: isFirst ? usual(address) : reminders, letters_off: '' };
}

function usual(address: Awaited<ReturnType<typeof readAddress>>): Client['reminders'] {
  return address?.areLettersOn ? 'email' : 'none';
}

/**
 * Drops the waiting letters of a client who no longer gets any; otherwise renews their reminders. Announces a changed
 * place.
 */
export async function applyClientReminders(action: Action, before: Client, after: Client): Promise<void> {
  const { place, place_link } = before;
  if (place !== after.place || place_link !== after.place_link) {
    await pressPlaces(action, { client: after.id }, { client: { place, place_link } });
  }
  const told = ({ email_key, reminders, time_zone }: Client): string => [email_key, reminders, time_zone].join();
  if (told(before) === told(after)) return;
  if (before.email_key !== after.email_key) await forgetRefusals(action, after.id);
  if (after.reminders === 'none' || after.email === '') await dropLetters(action, { client: after.id });
  else {
    await renewReminders(action, { client: after.id });
    if (before.reminders === 'none' || before.email === '') await planDropped(action, { client: after.id });
  }
}

/**
 * Drops every waiting letter where the practitioner's are off; otherwise renews the reminders. `isNamed`: the write
 * sets whether letters are sent, so that saving unchanged rules requests reminders for imported sessions.
 */
export async function applyLetterRules(
  action: Action,
  { before, after, isNamed }: { before: Decoded<'profiles'>; after: Decoded<'profiles'>; isNamed: boolean },
): Promise<void> {
  const { place_address, place_link } = before;
  if (place_address !== after.place_address || place_link !== after.place_link) {
    await pressPlaces(action, 'all', { profile: { place_address, place_link } });
  }
  const rules = (row: Decoded<'profiles'>): string =>
    [row.client_letters, row.reminder_hours, row.quiet_from, row.quiet_to, row.time_zone].join();
  if (!isNamed && rules(before) === rules(after)) return;
  if (after.client_letters) {
    await renewReminders(action, 'all');
    if (!before.client_letters) await planDropped(action, 'all');
  } else await dropLetters(action, 'all');
}
