import { z } from 'zod';
import {
  makeInvitation,
  type OpenInvitation,
  openInvitations,
  withdrawInvitations,
} from '#server/accounts/registration/invitations.ts';
import { exportPractice } from '#server/data/archive/export-practice.ts';
import type { Spool } from '#server/data/archive/spool.ts';
import type { Context } from '#server/ground/context.ts';
import { OPERATOR, ownerId } from '#server/ground/identity/actor.ts';
import { RECORD_ID } from '#server/ground/identity/record-id.ts';
import { type DataState, readDataState } from '#server/operation/operator/check-data.ts';
import {
  type AccountDetails,
  type AccountLine,
  listAccounts,
  showAccount,
} from '#server/operation/operator/accounts.ts';
import { ACCOUNT_CHANGES, type AccountChange, changeAccount } from '#server/operation/operator/change-account.ts';

/** What the commands do to the data, in whichever process has it. Every call throws a StartError for a refusal. */
export interface Data {
  list(): Promise<AccountLine[]>;
  /** One account, by its e-mail or id. */
  show(who: string): Promise<AccountDetails>;
  /** Changes an account of an id; returns its e-mail. */
  change(id: string, change: AccountChange): Promise<string>;
  /** Returns the link of a new invitation, for one address or, with null, for any. */
  invite(email: string | null): Promise<string>;
  /** The invitations that are still good; of an id or an address, with null all. */
  invitations(which: string | null): Promise<OpenInvitation[]>;
  /** Makes these invitations void; returns how many were still good. */
  withdraw(ids: string[]): Promise<number>;
  /** What `doctor` reads of the data. */
  state(): Promise<DataState>;
  /** Passes the archive of an account on, piece by piece; '' leaves it open. Returns how many bytes it has. */
  export(id: string, passphrase: string, take: (piece: Uint8Array) => Promise<void>): Promise<number>;
}

/** The calls that are answered by a value. */
export type Call = Exclude<keyof Data, 'export'>;

const id = z.string().regex(RECORD_ID);

/** The arguments of each call, as another process sends them. */
export const CALLS = {
  list: z.tuple([]),
  show: z.tuple([z.string()]),
  change: z.tuple([id, z.enum(ACCOUNT_CHANGES)]),
  invite: z.tuple([z.string().nullable()]),
  invitations: z.tuple([z.string().nullable()]),
  withdraw: z.tuple([z.array(z.string().regex(/^[0-9a-f]{12}$/))]),
  state: z.tuple([]),
} as const satisfies { [Name in Call]: z.ZodType<Parameters<Data[Name]>> };

export const EXPORT = z.tuple([id, z.string()]);

/** The calls on the data of this process. */
export function dataOf(context: Context): Data {
  return {
    list: () => listAccounts(context.db.read),
    show: (who) => showAccount(context.db.read, who),
    change: (account, change) => changeAccount(context, account, change),
    invite: (email) => makeInvitation(context, email),
    invitations: (which) => openInvitations(context, which),
    withdraw: (ids) => withdrawInvitations(context, ids),
    state: () => readDataState(context),
    async export(account, passphrase, take) {
      await using archive = await exportAccount(context, account, passphrase);
      for await (const piece of archive.read()) await take(piece);
      return archive.size;
    },
  };
}

/** Returns the whole archive of an account, which the caller disposes of. */
export async function exportAccount(context: Context, account: string, passphrase: string): Promise<Spool> {
  await showAccount(context.db.read, account);
  const caller = { context, actor: OPERATOR, now: context.now() };
  return exportPractice(caller, { owner: ownerId(account), client: null, passphrase });
}
