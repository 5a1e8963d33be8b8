import { addPractitioner } from '#proofs/support/rows.ts';
import type { Context } from '#server/ground/context.ts';
import type { NewRow } from '#server/ground/db/schema.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';

export const EMAIL = 'anna@example.org';
export const PASSWORD = 'correct horse battery';

/** A verified account that one can sign in to. */
export async function addAccount(context: Context, account: Partial<NewRow<'users'>> = {}): Promise<OwnerId> {
  return addPractitioner(context.db, { email: EMAIL, ...account });
}
