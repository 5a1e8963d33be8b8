import { parseStoredInstant } from '#domain/time/instant.ts';
import { spokenZone } from '#domain/letters/spoken-zone.ts';
import { spokenTime } from '#domain/time/spoken-time.ts';
import { DEFAULT_TIME_ZONE } from '#domain/time/zone.ts';
import { OPERATOR_TEXTS } from '#server/accounts/letters/operator-letter-texts.ts';
import { ACCOUNT_TEXTS, newDeviceText, newPlaceText, verificationText } from '#server/accounts/letters/letter-texts.ts';
import { findFormerEmail } from '#server/accounts/letters/former-emails.ts';
import { issueToken } from '#server/accounts/tokens/tokens.ts';
import type { Context } from '#server/ground/context.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { pageUrl } from '#server/ground/mail/letter-parts.ts';
import { type Letter, type LetterText, withButton } from '#server/ground/mail/render-letter.ts';
import type { LetterKind } from '#server/ground/mail/queue-letter.ts';
import type { AddressedLetter, LetterWriters } from '#server/ground/mail/write-letter.ts';

/** The letters about a second factor, which `server/accounts/second-factor/` writes. */
export type SecondFactorLetter = Extract<
  LetterKind,
  `second-factor-${string}` | `recovery-code${string}` | 'codes-refused'
>;

/** Writers of the letters to an account, by kind. */
export const accountLetters: LetterWriters<
  Exclude<LetterKind, `booking-${string}` | 'letter-sample' | 'letters-held' | `visit-${string}` | SecondFactorLetter>
> = {
  verification: toAccount(async (context, account) => {
    if (account.verified) return null;
    const about = { email: account.email };
    const token = issueToken(context.secrets, 'verification', account, about, context.now());
    const registered = parseStoredInstant(account.created).toZonedDateTimeISO(await zoneOf(context, account.id));
    // With the zone, because the registering visitor chose it.
    const when = `${spokenTime(registered)} (${spokenZone(registered.toInstant(), registered.timeZoneId)})`;
    const url = pageUrl(context, `/auth/verify#token=${token}`);
    return withButton(verificationText(when, account.registered_device), url);
  }),
  'already-registered': toAccount((context, account) =>
    account.verified ? leadingTo('/auth', ACCOUNT_TEXTS['already-registered'])(context) : null,
  ),
  'password-reset': toAccount(async (context, account) => {
    const about = { email: account.email };
    const token = issueToken(context.secrets, 'passwordReset', account, about, context.now());
    return leadingTo(`/auth/reset#token=${token}`, ACCOUNT_TEXTS['password-reset'])(context);
  }),
  'password-changed': toAccount(leadingTo('/auth', ACCOUNT_TEXTS['password-changed'])),
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
    const letter = leadingTo(`/auth/email#token=${token}`, ACCOUNT_TEXTS['email-change'])(context);
    return { to: change.new_email, letter };
  },
  'email-change-requested': toAddress(leadingTo('/auth', ACCOUNT_TEXTS['email-change-requested'])),
  'email-changed-from': async (context, { user, change }) => {
    const account = await findAccount(context, user);
    const former = await findFormerEmail(context.db.read, user, change);
    if (!account || !former) return null;
    const { email, token_key } = former;
    const token = issueToken(context.secrets, 'emailReturn', { id: user, token_key }, { email, change }, context.now());
    return {
      to: email,
      letter: leadingTo(`/auth/email-back#token=${token}`, ACCOUNT_TEXTS['email-changed-from'])(context),
    };
  },
  'email-taken-back': toAccount(leadingTo('/auth', ACCOUNT_TEXTS['email-taken-back'])),
  'email-taken-back-from': toAddress(leadingTo('/', ACCOUNT_TEXTS['email-taken-back-from'])),
  'email-changed': toAccount(leadingTo('/auth', ACCOUNT_TEXTS['email-changed'])),
  'new-place': aboutSignIn(({ when, device }) => newPlaceText(when, device)),
  'new-device': aboutSignIn(({ when, device }) => newDeviceText(when, device)),
  'by-operator': (context, ids) => toAccount(leadingTo('/auth', OPERATOR_TEXTS[ids.act]))(context, ids),
  'account-deleted': toAddress(leadingTo('/', ACCOUNT_TEXTS['account-deleted'])),
  'account-deleted-by-operator': toAddress(leadingTo('/', OPERATOR_TEXTS.deleted)),
};

/** Returns a function that makes a letter of a text, with a button that opens a page. */
function leadingTo(path: string, text: LetterText): (context: Context) => Letter {
  return (context) => withButton(text, pageUrl(context, path));
}

/** Returns the writer of a letter to the address in its row: the account has another one by now, or none. */
function toAddress(
  compose: (context: Context) => Letter,
): (context: Context, ids: { user: string }, address: string | null) => Promise<AddressedLetter | null> {
  return async (context, _ids, address) => (address === null ? null : { to: address, letter: compose(context) });
}

/** Returns the writer of a letter to an account; nothing is sent where `compose` returns null. */
export function toAccount(
  compose: (context: Context, account: Row<'users'>) => Letter | null | Promise<Letter | null>,
): (context: Context, ids: { user: string }) => Promise<AddressedLetter | null> {
  return async (context, ids) => {
    const account = await findAccount(context, ids.user);
    const letter = account ? await compose(context, account) : null;
    return account && letter ? { to: account.email, letter } : null;
  };
}

interface SignInWords {
  /** In the practitioner's zone. */
  when: string;
  /** As in the profile's list of devices. */
  device: string;
}

/** Returns the writer of a letter about one sign-in, whose button opens the list of devices. */
export function aboutSignIn(
  compose: (words: SignInWords, call: { context: Context; user: string }) => LetterText | Promise<LetterText>,
): (context: Context, ids: { user: string; signIn: string }) => Promise<AddressedLetter | null> {
  return async (context, { user, signIn }) => {
    const account = await findAccount(context, user);
    // The journal keeps the sign-in after it has ended.
    const start = await context.db.read
      .selectFrom('journal')
      .select(['created', 'device'])
      .where('user', '=', user)
      .where('subject', '=', 'sign_ins')
      .where('action', '=', 'create')
      .where('record', '=', signIn)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!account || !start) return null;
    const when = spokenTime(parseStoredInstant(start.created).toZonedDateTimeISO(await zoneOf(context, user)));
    const text = await compose({ when, device: start.device }, { context, user });
    return { to: account.email, letter: withButton(text, pageUrl(context, '/dashboard/profile?section=access')) };
  };
}

function findAccount(context: Context, id: string): Promise<Row<'users'> | undefined> {
  return context.db.read
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('deleted', 'is', null)
    .executeTakeFirst();
}

async function zoneOf(context: Context, user: string): Promise<string> {
  const profiles = context.db.read.selectFrom('profiles').select('time_zone').where('user', '=', user);
  return (await profiles.executeTakeFirst())?.time_zone ?? DEFAULT_TIME_ZONE;
}
