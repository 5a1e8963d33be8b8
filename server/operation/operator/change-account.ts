import { queueAskedLetter } from '#server/accounts/letters/queue-account-letter.ts';
import { newTokenKey } from '#server/accounts/sign-ins/credentials.ts';
import { deleteAccount, queueFarewell } from '#server/accounts/deletion/delete-account.ts';
import { endSignIns } from '#server/accounts/sign-ins/end-sign-ins.ts';
import { changeEmail } from '#server/accounts/letter-links/change-email.ts';
import { takeAddress } from '#server/accounts/letter-links/confirm-address.ts';
import { issueToken } from '#server/accounts/tokens/tokens.ts';
import type { Context } from '#server/ground/context.ts';
import { act, type Action } from '#server/ground/action.ts';
import { EVEN_WHEN_FULL } from '#server/ground/db/database.ts';
import { uniqueViolation } from '#server/ground/db/errors.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { listErased } from '#server/data/erasures/erased-list.ts';
import { OPERATOR, ownerId } from '#server/ground/identity/actor.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { countEntry, writeEntry } from '#server/ground/journal/write-entry.ts';
import { pageUrl } from '#server/ground/mail/letter-parts.ts';
import { type OperatorAct, queueLetter } from '#server/ground/mail/queue-letter.ts';
import { disableSecondFactor } from '#server/accounts/second-factor/change-factor.ts';
import { allowLetters } from '#server/practice/letters/hold-letters.ts';
import { StartError } from '#server/ground/process/start-error.ts';
import { printInstant } from '#domain/time/instant.ts';

type Change = (action: Action, account: Row<'users'>) => Promise<void>;

/**
 * Changes the account with an id in one transaction, with its journal entry and its letter; returns its e-mail. Throws
 * a StartError where the account does not exist or there is nothing to change.
 */
export async function changeAccount(context: Context, id: string, change: AccountChange): Promise<string> {
  const now = context.now();
  const email = await inAccount(context, { id, now }, async (action, account) => {
    await CHANGES[change](action, account);
    return account.email;
  });
  // Written right here: a stopped program has no job that does it, and an older backup may be restored before it
  // starts.
  if (change === 'delete') await listErased(context, { account: id, deleted: printInstant(now) });
  return email;
}

/**
 * Gives an account another address that the operator has verified; returns the former one. Throws a StartError where
 * the account does not exist or is unconfirmed, or another one has the address.
 */
export async function changeAccountEmail(context: Context, id: string, email: string): Promise<string> {
  try {
    return await inAccount(context, { id, now: context.now() }, async (action, account) => {
      if (account.verified === 0) throw new StartError(`${account.email} is not confirmed: users confirm comes first.`);
      if (account.email === email) throw new StartError(`The account has the address ${email} already.`);
      await changeEmail(action, account, email);
      return account.email;
    });
  } catch (error) {
    throw uniqueViolation(error) ? new StartError(`Another account has the address ${email}.`) : error;
  }
}

/**
 * Returns the link that the letter for a new password would contain, and queues a letter that tells the owner that it
 * was made.
 */
export async function makeResetLink(context: Context, id: string): Promise<string> {
  const { secrets } = context;
  return inAccount(context, { id, now: context.now() }, async (action, account) => {
    const { email } = account;
    await note(action, 'reset_link_made');
    if (account.verified === 1) await tell(action, 'reset-link-made');
    return pageUrl(
      context,
      `/auth/reset#token=${issueToken(secrets, 'passwordReset', account, { email }, action.now)}`,
    );
  });
}

async function inAccount<Result>(
  context: Context,
  { id, now }: { id: string; now: Temporal.Instant },
  run: (action: Action, account: Row<'users'>) => Promise<Result>,
): Promise<Result> {
  const work = async (action: Action): Promise<Result> => {
    const accounts = action.write.trx.selectFrom('users').selectAll().where('id', '=', id).where('deleted', 'is', null);
    const account = await accounts.executeTakeFirst();
    if (!account) throw new StartError('The account is gone.');
    const result = await run(action, account);
    context.events.wakeAfter(action.write, 'letters');
    return result;
  };
  return act({ context, actor: OPERATOR, now }, ownerId(id), work, EVEN_WHEN_FULL);
}

const CHANGES = {
  /** Confirms the e-mail, which voids other registrations with it. */
  async confirm(action, account) {
    if (account.verified === 1) throw new StartError(`${account.email} is confirmed already.`);
    await takeAddress(action, account);
    await set(action, { verified: 1 });
    await note(action, 'address_confirmed');
    await tell(action, 'confirmed');
  },

  async resetPassword(action, account) {
    if (!(await queueAskedLetter(action, 'password-reset', account.id))) {
      throw new StartError(
        `A letter for a new password went to ${account.email} within the last two minutes: it is good still.`,
      );
    }
    await countEntry(action, { action: 'reset_requested', subject: 'users', record: account.id });
  },

  /** Ends every sign-in and voids every link from a letter; nobody can sign in until it is unlocked. */
  async lock(action, account) {
    if (account.locked !== null) throw new StartError(`${account.email} is locked already.`);
    await set(action, { locked: printInstant(action.now), token_key: newTokenKey() });
    await endSignIns(action, 'all');
    await note(action, 'account_locked');
    await tell(action, 'locked');
  },

  async unlock(action, account) {
    if (account.locked === null) throw new StartError(`${account.email} is not locked.`);
    await set(action, { locked: null, token_key: newTokenKey() });
    // Ends sign-ins that began while the account was being locked.
    await endSignIns(action, 'all');
    await note(action, 'account_unlocked');
    await tell(action, 'unlocked');
  },

  async signOut(action, account) {
    const ended = await endSignIns(action, 'all');
    if (ended === 0) throw new StartError(`${account.email} is signed in nowhere.`);
    await tell(action, 'signed-out');
  },

  /** Turns the second factor off, with the journal entry and the letter. */
  async disableSecondFactor(action, account) {
    if (!(await disableSecondFactor(action))) throw new StartError(`${account.email} has no second factor.`);
  },

  async allowLetters(action, account) {
    if (!(await allowLetters(action))) throw new StartError(`Letters of ${account.email} are not held.`);
  },

  async delete(action, account) {
    await deleteAccount(action, account);
    // Unverified addresses get no letter.
    if (account.verified === 1) await queueFarewell(action, 'account-deleted-by-operator', account);
  },
} satisfies Record<string, Change>;

export type AccountChange = keyof typeof CHANGES;

export const ACCOUNT_CHANGES = Object.keys(CHANGES) as AccountChange[];

async function set({ write, owner }: Action, values: Partial<Row<'users'>>): Promise<void> {
  await write.trx.updateTable('users').set(values).where('id', '=', owner).execute();
}

async function note(
  action: Action,
  happened: 'address_confirmed' | 'reset_link_made' | 'account_locked' | 'account_unlocked',
): Promise<void> {
  await writeEntry(action, { action: happened, subject: 'users', record: action.owner });
}

async function tell({ write, owner, now }: Action, what: OperatorAct): Promise<void> {
  const about = { kind: 'by-operator', ids: { user: owner, act: what }, account: owner } as const;
  await queueLetter(write, { ...about, dedupeKey: `by-operator:${newRecordId()}`, now });
}
