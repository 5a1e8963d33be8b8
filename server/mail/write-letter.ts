import { parseStoredInstant } from '#domain/time/instant.ts';
import { DEFAULT_TIME_ZONE } from '#domain/time/zone.ts';
import { issueToken } from '#server/accounts/tokens.ts';
import type { Context } from '#server/context.ts';
import type { Row } from '#server/db/schema.ts';
import type { Letter } from '#server/mail/letter.ts';
import * as texts from '#server/mail/letter-texts.ts';
import type { LetterIds, LetterKind } from '#server/mail/queue-letter.ts';

export interface AddressedLetter {
  to: string;
  letter: Letter;
}

type Writers = {
  [Kind in LetterKind]: (context: Context, ids: LetterIds[Kind], address: string) => Promise<AddressedLetter | null>;
};

const WRITERS: Writers = {
  verification: toAccount(async (context, account) => {
    if (account.verified) return null;
    const about = { email: account.email };
    const token = issueToken(context.secrets, 'verification', account, about, context.now());
    const registered = parseStoredInstant(account.created).toZonedDateTimeISO(await zoneOf(context, account.id));
    // With its offset, because whoever registered chose the zone.
    const when = `${spokenTime(registered)} (UTC${registered.offset})`;
    return texts.verificationLetter(page(context, `/auth/verify#token=${token}`), when, account.registered_device);
  }),
  'already-registered': toAccount(async (context, account) =>
    account.verified ? texts.alreadyRegisteredLetter(page(context, '/auth')) : null,
  ),
  'password-reset': toAccount(async (context, account) => {
    const about = { email: account.email };
    const token = issueToken(context.secrets, 'passwordReset', account, about, context.now());
    return texts.passwordResetLetter(page(context, `/auth/reset#token=${token}`));
  }),
  'password-changed': toAccount(async (context) => texts.passwordChangedLetter(page(context, '/auth'))),
  'email-change': async (context, ids) => {
    const account = await findAccount(context, ids.user);
    const change = await context.db.read
      .selectFrom('email_changes')
      .select('new_email')
      .where('user', '=', ids.user)
      .executeTakeFirst();
    if (!account || !change) return null;
    const about = { email: account.email, newEmail: change.new_email };
    const token = issueToken(context.secrets, 'emailChange', account, about, context.now());
    return { to: change.new_email, letter: texts.emailChangeLetter(page(context, `/auth/email#token=${token}`)) };
  },
  'email-change-requested': toAccount(async (context) => texts.emailChangeRequestedLetter(page(context, '/auth'))),
  'email-changed': toAccount(async (context) => texts.emailChangedLetter(page(context, '/auth'))),
  'new-place': async (context, ids) => {
    const { read } = context.db;
    const account = await findAccount(context, ids.user);
    const profile = await read
      .selectFrom('profiles')
      .select('time_zone')
      .where('user', '=', ids.user)
      .executeTakeFirst();
    // The journal has it even where the sign-in has ended since.
    const start = await read
      .selectFrom('journal')
      .select(['created', 'device'])
      .where('user', '=', ids.user)
      .where('subject', '=', 'sign_ins')
      .where('action', '=', 'create')
      .where('record', '=', ids.signIn)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!account || !profile || !start) return null;
    const when = spokenTime(parseStoredInstant(start.created).toZonedDateTimeISO(profile.time_zone));
    return { to: account.email, letter: texts.newPlaceLetter(page(context, '/dashboard/profile'), when, start.device) };
  },
  'account-deleted': async (context, _ids, address) =>
    address === '' ? null : { to: address, letter: texts.accountDeletedLetter(page(context, '/')) },
  'booking-received': async (context, ids) => {
    const request = await context.db.read
      .selectFrom('booking')
      .innerJoin('users', 'users.id', 'booking.user')
      .innerJoin('profiles', 'profiles.user', 'booking.user')
      .select(['users.email', 'booking.date', 'booking.time_zone as visitor_zone', 'profiles.time_zone'])
      .where('booking.id', '=', ids.booking)
      .where('booking.status', '=', 'pending')
      .executeTakeFirst();
    if (!request) return null;
    const start = parseStoredInstant(request.date);
    const when = spokenTime(start.toZonedDateTimeISO(request.time_zone));
    const theirs = visitorsTime(start, request);
    const url = page(context, '/dashboard/online-booking');
    return { to: request.email, letter: texts.bookingReceivedLetter(url, when, theirs) };
  },
};

/**
 * Writes a queued letter with what is true now: address, text, a token that begins to run now. Answers null where there
 * is nothing left to say (the account is gone, the address verified, the request answered).
 */
export async function writeLetter(
  context: Context,
  row: Pick<Row<'outbox'>, 'kind' | 'ids'> & Partial<Pick<Row<'outbox'>, 'address'>>,
): Promise<AddressedLetter | null> {
  return isKind(row.kind) ? write(context, row.kind, JSON.parse(row.ids), row.address ?? '') : null;
}

function write<Kind extends LetterKind>(
  context: Context,
  kind: Kind,
  ids: LetterIds[Kind],
  address: string,
): Promise<AddressedLetter | null> {
  return WRITERS[kind](context, ids, address);
}

function isKind(kind: string): kind is LetterKind {
  return Object.hasOwn(WRITERS, kind);
}

function toAccount(
  compose: (context: Context, account: Row<'users'>) => Promise<Letter | null>,
): (context: Context, ids: { user: string }) => Promise<AddressedLetter | null> {
  return async (context, ids) => {
    const account = await findAccount(context, ids.user);
    const letter = account ? await compose(context, account) : null;
    return account && letter ? { to: account.email, letter } : null;
  };
}

function findAccount(context: Context, id: string): Promise<Row<'users'> | undefined> {
  return context.db.read
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('deleted', '=', '')
    .executeTakeFirst();
}

async function zoneOf(context: Context, user: string): Promise<string> {
  const profiles = context.db.read.selectFrom('profiles').select('time_zone').where('user', '=', user);
  return (await profiles.executeTakeFirst())?.time_zone ?? DEFAULT_TIME_ZONE;
}

function page(context: Context, path: string): string {
  return `${context.config.publicUrl}${path}`;
}

/** 'среда, 18 ноября, 15:00' */
function spokenTime(local: Temporal.ZonedDateTime): string {
  const day = local.toPlainDate().toLocaleString('ru', { weekday: 'long', day: 'numeric', month: 'long' });
  return `${day}, ${clockTime(local)}`;
}

/** What the visitor's clock shows then, with the day where that is another; null where it shows the same. */
function visitorsTime(
  start: Temporal.Instant,
  zones: Pick<Row<'booking'>, 'time_zone'> & { visitor_zone: string },
): string | null {
  if (zones.visitor_zone === '') return null;
  const here = start.toZonedDateTimeISO(zones.time_zone);
  const there = start.toZonedDateTimeISO(zones.visitor_zone);
  if (there.offsetNanoseconds === here.offsetNanoseconds) return null;
  return there.toPlainDate().equals(here.toPlainDate()) ? clockTime(there) : `это ${spokenTime(there)}`;
}

function clockTime(local: Temporal.ZonedDateTime): string {
  return local.toPlainTime().toString({ smallestUnit: 'minute' });
}
