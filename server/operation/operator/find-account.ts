import { emailKey } from '#domain/accounts/email.ts';
import { findPending } from '#server/accounts/passwords/find-pending.ts';
import type { Reader } from '#server/ground/db/database.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { RECORD_ID } from '#server/ground/identity/record-id.ts';
import { StartError } from '#server/ground/process/start-error.ts';

/**
 * Returns the account of an e-mail or an id. Throws a StartError where there is none, and where several registrations
 * wait for their address to be confirmed: each of them can be a stranger's.
 */
export async function findAccount(db: Reader, who: string): Promise<Row<'users'>> {
  const all = await findAccounts(db, who);
  const [account] = all;
  if (!account) throw new StartError(`There is no account ${who}.`);
  if (all.length === 1) return account;
  const ids = all.map(({ id, created, name }) => `${id} (${name}, of ${created.slice(0, 16)} UTC)`);
  throw new StartError(`Several registrations wait for ${who}, name one by its id: ${ids.join(', ')}.`);
}

async function findAccounts(db: Reader, who: string): Promise<Row<'users'>[]> {
  const accounts = db.selectFrom('users').selectAll().where('deleted', 'is', null);
  if (RECORD_ID.test(who)) return accounts.where('id', '=', who).execute();
  const key = emailKey(who);
  const confirmed = await accounts.where('email_key', '=', key).execute();
  return confirmed.length > 0 ? confirmed : findPending(db, key);
}
