import { z } from 'zod';
import { CLIENT_LETTER_KINDS, type ClientLetterKind } from '#domain/letters/letter.ts';
import type { Context } from '#server/ground/context.ts';
import { ownerId, type OwnerId } from '#server/ground/identity/actor.ts';
import { stopToken } from '#server/practice/letters/address-keys.ts';
import { assembleClientLetter } from '#server/practice/letters/assemble-client-letter.ts';
import { readRules } from '#server/practice/letters/recipients.ts';
import { pageUrl } from '#server/ground/mail/letter-parts.ts';
import { visitPath } from '#server/practice/visit-links/visit-links.ts';
import type { AddressedLetter, LetterWriters } from '#server/ground/mail/write-letter.ts';

const ONLY_A_SAMPLE = 'Это пробное письмо: встречи нет, ссылки в нём ничего не меняют.';

/** The recipient of a sample: an invented client. */
const INVENTED = 'klient@example.com';
const kinds = z.enum(CLIENT_LETTER_KINDS);

/** Returns a letter of this kind as an invented client would get it, next week at ten; null for a deleted account. */
export async function sampleLetter(
  context: Context,
  owner: OwnerId,
  kind: ClientLetterKind,
  to: string = INVENTED,
): Promise<AddressedLetter | null> {
  const rules = await readRules(context.db.read, owner);
  if (!rules) return null;
  const today = context.now().toZonedDateTimeISO(rules.time_zone).toPlainDate();
  const starts = [7, 14, 21].map((days) =>
    today.add({ days }).toZonedDateTime({ timeZone: rules.time_zone, plainTime: '10:00' }).toInstant(),
  );
  const [first = context.now(), ...later] = starts;
  return assembleClientLetter(context, {
    kind,
    to,
    starts: kind === 'series-planned' ? [first, ...later] : [first],
    more: kind === 'series-planned',
    duration: 60,
    sequence: 0,
    practiceZone: rules.time_zone,
    clientZone: '',
    names: [rules.sender_name, rules.name],
    replyTo: rules.reply_to,
    phone: rules.public_phone,
    uid: 'sample@kabinet',
    // Opting out by a sample must end no client's letters.
    stopToken: stopToken(context, owner, INVENTED),
    visitUrl: samplePage(context, kind, rules.booking_hash),
  });
}

function samplePage(context: Context, kind: ClientLetterKind, bookingHash: string): string {
  if (kind === 'session-cancelled') return '';
  return pageUrl(context, kind === 'request-rejected' ? `/booking/${bookingHash}` : visitPath('sample'));
}

export const sampleLetters: LetterWriters<'letter-sample'> = {
  'letter-sample': async (context, { user, kind }) => {
    const account = await context.db.read
      .selectFrom('users')
      .select('email')
      .where('id', '=', user)
      .where('deleted', 'is', null)
      .executeTakeFirst();
    if (!account) return null;
    const sample = await sampleLetter(context, ownerId(user), kinds.parse(kind), account.email);
    return sample && { ...sample, letter: { ...sample.letter, notes: [...sample.letter.notes, ONLY_A_SAMPLE] } };
  },
};
