import type { Action } from '#server/ground/action.ts';
import { forgetAddresses, rememberAddress } from '#server/accounts/sign-ins/known-addresses.ts';
import { idList } from '#server/ground/db/query.ts';
import { networkOf } from '#server/ground/http/address.ts';
import { writeEntry } from '#server/ground/journal/write-entry.ts';

/** One sign-in of an account, all but one, or all. */
type Which = { only: string } | { except: string } | 'all';

/**
 * Ends sign-ins of the account and returns how many. Where all end, the account forgets every known address except the
 * caller's, and wherever others end, those that wait for a code do too.
 */
export async function endSignIns(action: Action, which: Which): Promise<number> {
  const { context, write, owner, actor } = action;
  const ended = await deleteSignIns(action, which);
  if (which === 'all' || 'except' in which) {
    await write.trx.deleteFrom('waiting_sign_ins').where('user', '=', owner).execute();
  }
  const [only] = which !== 'all' && 'only' in which ? ended : [];
  const signsOut = only !== undefined && actor.kind === 'user' && actor.signIn === only.id;
  if (which === 'all') {
    await forgetAddresses(action, owner, 'all');
    if ('from' in actor) await rememberAddress(action, owner, actor.from.address);
  } else if (!signsOut) {
    await forgetEnded(action, ended);
  }
  if (ended.length > 0) {
    const about = only ? { record: only.id } : { count: ended.length };
    const end = actor.kind === 'operator' ? 'signed_out' : 'end';
    await writeEntry(action, { action: signsOut ? 'delete' : end, subject: 'sign_ins', ...about });
  }
  if (which === 'all') context.events.publishAccessEnded(write, { user: owner });
  else for (const { id } of ended) context.events.publishAccessEnded(write, { user: owner, signIn: id });
  return ended.length;
}

interface Ended {
  id: string;
  address: string;
}

function deleteSignIns({ write, owner }: Action, which: Which): Promise<Ended[]> {
  const all = write.trx.deleteFrom('sign_ins').where('user', '=', owner).returning(['id', 'address']);
  if (which === 'all') return all.execute();
  return ('only' in which ? all.where('id', '=', which.only) : all.where('id', '!=', which.except)).execute();
}

/**
 * Forgets the addresses at which ended devices signed in and were last seen, unless another device was last seen there.
 */
async function forgetEnded(action: Action, ended: readonly Ended[]): Promise<void> {
  const { owner } = action;
  const { trx, engine } = action.write;
  if (ended.length === 0) return;
  const still = await trx.selectFrom('sign_ins').select('address').where('user', '=', owner).execute();
  const kept = new Set(still.map(({ address }) => networkOf(address)));
  const ids = ended.map(({ id }) => id);
  // Newest first, with a limit, so that the query does not scan years of entries.
  const begun = await trx
    .selectFrom('journal')
    .select('address')
    .where('user', '=', owner)
    .where('subject', '=', 'sign_ins')
    .where('action', '=', 'create')
    .where('record', 'in', idList(engine, ids))
    .orderBy('seq', 'desc')
    .limit(ids.length)
    .execute();
  const gone = [...ended, ...begun].map(({ address }) => address).filter((address) => !kept.has(networkOf(address)));
  await forgetAddresses(action, owner, gone);
}
