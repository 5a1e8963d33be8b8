import { parseStoredInstant } from '#domain/time/instant.ts';
import { DEFAULT_TIME_ZONE } from '#domain/time/zone.ts';
import * as texts from '#server/accounts/letter-texts.ts';
import { issueToken } from '#server/accounts/tokens.ts';
import type { Context } from '#server/context.ts';
import type { Row } from '#server/db/schema.ts';
import { pageUrl, spokenTime } from '#server/mail/letter-parts.ts';
import type { Letter } from '#server/mail/letter.ts';
import type { LetterKind } from '#server/mail/queue-letter.ts';
import type { AddressedLetter, LetterWriters } from '#server/mail/write-letter.ts';

/** Writers of the letters to an account, by kind. */
export const accountLetters: LetterWriters<
  Exclude<LetterKind, 'booking-received' | 'client-letter' | 'letter-sample' | 'visit-cancelled' | 'visit-moved'>
> = {
  verification: toAccount(async (context, account) => {
    if (account.verified) return null;
    const about = { email: account.email };
    const token = issueToken(context.secrets, 'verification', account, about, context.now());
    const registered = parseStoredInstant(account.created).toZonedDateTimeISO(await zoneOf(context, account.id));
    // With the offset, because the registering visitor chose the zone.
    const when = `${spokenTime(registered)} (UTC${registered.offset})`;
    return texts.verificationLetter(pageUrl(context, `/auth/verify#token=${token}`), when, account.registered_device);
  }),
  'already-registered': toAccount(async (context, account) =>
    account.verified ? texts.alreadyRegisteredLetter(pageUrl(context, '/auth')) : null,
  ),
  'password-reset': toAccount(async (context, account) => {
    const about = { email: account.email };
    const token = issueToken(context.secrets, 'passwordReset', account, about, context.now());
    return texts.passwordResetLetter(pageUrl(context, `/auth/reset#token=${token}`));
  }),
  'password-changed': toAccount(async (context) => texts.passwordChangedLetter(pageUrl(context, '/auth'))),
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
    return { to: change.new_email, letter: texts.emailChangeLetter(pageUrl(context, `/auth/email#token=${token}`)) };
  },
  'email-change-requested': toAccount(async (context) => texts.emailChangeRequestedLetter(pageUrl(context, '/auth'))),
  'email-changed': toAccount(async (context) => texts.emailChangedLetter(pageUrl(context, '/auth'))),
  'new-place': async (context, ids) => {
    const { read } = context.db;
    const account = await findAccount(context, ids.user);
    const profile = await read
      .selectFrom('profiles')
      .select('time_zone')
      .where('user', '=', ids.user)
      .executeTakeFirst();
    // The journal keeps the sign-in after it has ended.
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
    return {
      to: account.email,
      letter: texts.newPlaceLetter(pageUrl(context, '/dashboard/profile?section=access'), when, start.device),
    };
  },
  'account-deleted': async (context, _ids, address) =>
    address === '' ? null : { to: address, letter: texts.accountDeletedLetter(pageUrl(context, '/')) },
};

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
