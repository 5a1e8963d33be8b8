import { z } from 'zod';
import { CLIENT_LETTER_KINDS, type ClientLetterKind, tellsPlace } from '#domain/letters/letter.ts';
import { payLines, tellsPay } from '#domain/letters/told-pay.ts';
import { carriesLinks, toldPlace } from '#domain/letters/told-place.ts';
import type { Pay } from '#domain/money/ask-pay.ts';
import { type Place, placeOf } from '#domain/places/place.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';
import type { Context } from '#server/ground/context.ts';
import type { Reader } from '#server/ground/db/database.ts';
import { ownerId, type OwnerId } from '#server/ground/identity/actor.ts';
import { stopToken } from '#server/practice/letters/address-keys.ts';
import { assembleClientLetter, type ComposedMeeting } from '#server/practice/letters/assemble-client-letter.ts';
import { samplePay } from '#server/practice/money/read-pay.ts';
import { readRules } from '#server/practice/letters/recipients.ts';
import { pageUrl } from '#server/ground/mail/letter-parts.ts';
import { visitPath } from '#server/practice/visit-links/visit-links.ts';
import type { AddressedLetter, LetterWriters } from '#server/ground/mail/write-letter.ts';

const ONLY_A_SAMPLE = 'Это пробное письмо: встречи нет, ссылки в нём ничего не меняют.';

/** The address of the invented client who receives samples. */
const INVENTED = 'klient@example.com';
/** Kinds about a series, and kinds that say what was before. */
const SEVERAL: readonly ClientLetterKind[] = ['series-planned', 'series-moved'];
const WITH_BEFORE: readonly ClientLetterKind[] = ['session-moved', 'session-changed', 'series-moved'];
const CHANGES: Partial<Record<ClientLetterKind, ComposedMeeting['change']>> = {
  'session-moved': 'moved',
  'series-moved': 'moved',
  'session-changed': 'changed',
  'session-cancelled': 'cancelled',
};
const LENGTH = 60;
const kinds = z.enum(CLIENT_LETTER_KINDS);

/**
 * Returns a letter of this kind as an invented client would get it, about a session next week at ten; null for a
 * deleted account.
 */
export async function sampleLetter(
  context: Context,
  owner: OwnerId,
  kind: ClientLetterKind,
  to: string = INVENTED,
): Promise<AddressedLetter | null> {
  const rules = await readRules(context.db.read, owner);
  if (!rules) return null;
  const today = context.now().toZonedDateTimeISO(rules.time_zone).toPlainDate();
  const starts = [7, 14, 21, 28, 35, 42, 49].map((days) =>
    today.add({ days }).toZonedDateTime({ timeZone: rules.time_zone, plainTime: '10:00' }).toInstant(),
  );
  const named = starts.slice(0, SEVERAL.includes(kind) ? starts.length : 1);
  const page = kind === 'session-cancelled' || kind === 'request-rejected' ? '' : pageUrl(context, visitPath('sample'));
  const place = await toldSamplePlace(context, owner, kind);
  const meetings = named.map((start): ComposedMeeting => {
    const before = { start: start.subtract({ hours: 1 }), duration: LENGTH, isSamePlace: kind !== 'session-changed' };
    const was = WITH_BEFORE.includes(kind) ? { was: before } : {};
    return {
      start,
      duration: LENGTH,
      change: CHANGES[kind] ?? 'asked',
      ...was,
      uid: '',
      sequence: 0,
      place,
    };
  });
  const [first, ...later] = meetings;
  if (!first) return null;
  return assembleClientLetter(context, {
    kind,
    to,
    meetings: [first, ...later],
    isEndless: later.length > 0,
    stay: null,
    practiceZone: rules.time_zone,
    clientZone: '',
    names: [rules.sender_name, rules.name],
    pageOf: () => page,
    replyTo: rules.reply_to,
    phone: rules.public_phone,
    payLines: await samplePayLines(context, owner, kind),
    // Unsubscribing by a sample must not stop the letters of real clients.
    stopToken: stopToken(context, owner, INVENTED),
    timesUrl: kind === 'request-rejected' ? pageUrl(context, `/booking/${rules.booking_hash}`) : '',
  });
}

/**
 * Returns the place of sessions with a client without a place of their own; null for a letter about no future meeting.
 */
export async function samplePlace(reader: Reader, owner: OwnerId, kind: ClientLetterKind): Promise<Place | null> {
  const profile = await readRules(reader, owner);
  return profile && tellsPlace(kind) ? placeOf({ session: null, client: null, profile }) : null;
}

/** Returns how a client without a price of their own pays; null for a letter that says nothing about it. */
export async function sampleLetterPay(reader: Reader, owner: OwnerId, kind: ClientLetterKind): Promise<Pay | null> {
  const rules = await readRules(reader, owner);
  return rules && tellsPay(kind) ? samplePay(rules) : null;
}

async function toldSamplePlace(context: Context, owner: OwnerId, kind: ClientLetterKind): Promise<Place | null> {
  const place = await samplePlace(context.db.read, owner, kind);
  return place && toldPlace(place, await sendsLinks(context, owner));
}

async function samplePayLines(context: Context, owner: OwnerId, kind: ClientLetterKind): Promise<string[]> {
  const pay = await sampleLetterPay(context.db.read, owner, kind);
  return pay ? payLines(pay, await sendsLinks(context, owner)) : [];
}

async function sendsLinks(context: Context, owner: OwnerId): Promise<boolean> {
  const accounts = context.db.read.selectFrom('users').select('created').where('id', '=', owner);
  const account = await accounts.executeTakeFirst();
  return account !== undefined && carriesLinks(parseStoredInstant(account.created), context.now());
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
