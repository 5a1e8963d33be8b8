import { join } from 'node:path';
import { z } from 'zod';
import { emailAddress } from '#domain/accounts/account.ts';
import { makeInvitation, openInvitations, withdrawInvitations } from '#server/accounts/registration/invitations.ts';
import { exportPractice } from '#server/data/archive/export-practice.ts';
import type { Spool } from '#server/data/archive/spool.ts';
import type { Context } from '#server/ground/context.ts';
import { OPERATOR, ownerId } from '#server/ground/identity/actor.ts';
import { RECORD_ID } from '#server/ground/identity/record-id.ts';
import { returnLetter } from '#server/practice/letters/return-letter.ts';
import { accountQuery, listAccounts, showAccount } from '#server/operation/operator/accounts.ts';
import {
  ACCOUNT_CHANGES,
  changeAccount,
  changeAccountEmail,
  makeResetLink,
} from '#server/operation/operator/change-account.ts';
import { readDataState } from '#server/operation/operator/check-data.ts';

/** The content type of an archive, encrypted or not; every other response is JSON. */
export const BYTES_TYPE = 'application/octet-stream';

const id = z.string().regex(RECORD_ID);

const report = z.object({
  messageId: z.string().max(300),
  status: z.string().regex(/^[245]\.\d{1,3}\.\d{1,3}$/),
  recipients: z.array(z.string().max(1000)).max(3),
});

/** What the commands do to the data, in the process that has it open. Each throws a StartError for a refusal. */
export const CALLS = {
  /** Returns a page of the accounts, and how many there are. */
  list: call(z.tuple([accountQuery]), listAccounts),
  /** Returns one account by its e-mail or id. */
  show: call(z.tuple([z.string()]), showAccount),
  /** Changes the account with an id; returns its e-mail. */
  change: call(z.tuple([id, z.enum(ACCOUNT_CHANGES)]), changeAccount),
  /** Gives the account with an id another address. */
  changeEmail: call(z.tuple([id, emailAddress]), changeAccountEmail),
  /** Returns a link that sets a new password for the account with an id. */
  resetLink: call(z.tuple([id]), makeResetLink),
  /** Returns the link of a new invitation, for one address or, with null, for any. */
  invite: call(z.tuple([z.string().nullable()]), makeInvitation),
  /** Returns the valid invitations, with null all, otherwise those of an id or an address. */
  invitations: call(z.tuple([z.string().nullable()]), openInvitations),
  /** Voids these invitations; returns how many were still valid. */
  withdraw: call(z.tuple([z.array(z.string().regex(/^[0-9a-f]{12}$/))]), withdrawInvitations),
  /** Records a delivery report about a returned letter. */
  bounce: call(z.tuple([report]), returnLetter),
  /** Returns what `doctor` reads of the data. */
  state: call(z.tuple([]), readDataState),
  /** Returns the whole archive of an account, which the caller disposes of; the passphrase '' leaves it unencrypted. */
  export: call(z.tuple([id, z.string()]), exportAccount),
};

/** Returns the socket on which the program that has a folder open takes these calls. */
export function socketOf(dataDir: string): string {
  return join(dataDir, 'operator.sock');
}

type Calls = typeof CALLS;
export type CallName = keyof Calls;
export type ArgsOf<Name extends CallName> = Calls[Name] extends Call<infer Args, unknown> ? Args : never;
export type ResultOf<Name extends CallName> = Awaited<ReturnType<Calls[Name]['run']>>;

interface Call<Args extends unknown[], Result> {
  args: z.ZodType<Args>;
  run: (context: Context, args: unknown) => Promise<Result>;
}

function call<Args extends unknown[], Result>(
  args: z.ZodType<Args>,
  run: (context: Context, ...args: Args) => Promise<Result>,
): Call<Args, Result> {
  return { args, run: (context, given) => run(context, ...args.parse(given)) };
}

async function exportAccount(context: Context, account: string, passphrase: string): Promise<Spool> {
  await showAccount(context, account);
  const caller = { context, actor: OPERATOR, now: context.now() };
  return exportPractice(caller, { owner: ownerId(account), client: null, passphrase });
}
