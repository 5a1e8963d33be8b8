import { z } from 'zod';
import { registration } from '#domain/accounts/account.ts';
import type { Action } from '#server/ground/action.ts';
import {
  credentialsOf,
  storePasswordKeys,
  type PreparedPassword,
  preparePassword,
} from '#server/accounts/passwords/change-password.ts';
import { checkDeletion, deleteOwnAccount } from '#server/accounts/deletion/delete-account.ts';
import { prepareRegistration, register } from '#server/accounts/registration/register.ts';
import { giveBackRegistration, takeMailbox, takeRegistration } from '#server/accounts/sign-ins/network-limits.ts';
import { renamePractitioner } from '#server/practice/profiles/rename.ts';
import { USERS_COLLECTION_ID } from '#server/accounts/tokens/tokens.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import { refuseIfAny } from '#server/records/values.ts';
import { defineCollection } from '#server/records/collection.ts';
import { FIELD_ERROR } from '#server/ground/http/field-error.ts';
import { REFUSED } from '#server/records/refusals.ts';
import { getOwned, storeChanges } from '#server/records/store.ts';

/** Accounts: anyone can register; users read and change only their own. */
export const users = defineCollection({
  name: 'users',
  id: USERS_COLLECTION_ID,
  fields: {
    email: { type: 'email', writable: 'create' },
    emailVisibility: { type: 'bool' },
    /** Whether a sign-in ends after half an hour without use. */
    idleSignOut: { type: 'bool' },
    verified: { type: 'bool', writable: 'server' },
    name: { type: 'text' },
    // No response contains it; an attempt to set it is refused.
    tokenKey: { type: 'password', hidden: true, writable: 'server' },
    password: { type: 'password' },
    passwordConfirm: { type: 'password' },
    oldPassword: { type: 'password' },
  },
  access: { list: 'owner', view: 'owner', create: 'anyone', update: 'owner', delete: 'owner' },
  schema: z.object({ name: registration.shape.name }),

  async receive(call, body) {
    const { context, from } = call;
    const { address } = from;
    await takeRegistration(context, address);
    const prepared = await prepareRegistration(call, body).catch(async (error: unknown) => {
      await giveBackRegistration(context, address);
      throw error;
    });
    await takeMailbox(context, prepared.email, address);
    return { inConstantSteps: true, run: (write) => register({ ...call, write }, prepared) };
  },

  async update(call, body, id) {
    const account = await getOwned(call.context.db.read, 'users', call.actor.owner, id);
    const password = await preparePassword(call, body, account);
    return (action, before, row) => changeAccount(action, before, row, password);
  },

  async delete(call, body, id) {
    const passwordHash = await checkDeletion(call, body, id);
    return (action, account) => deleteOwnAccount(action, account, passwordHash);
  },
});

async function changeAccount(
  action: Action,
  before: Decoded<'users'>,
  after: Decoded<'users'>,
  password: PreparedPassword | null,
): Promise<Decoded<'users'>> {
  refuseIfAny(after.name === '' && after.name !== before.name ? { name: FIELD_ERROR.required } : {}, REFUSED.update);
  const credentials = password && credentialsOf(password, before);
  const stored = await storeChanges(action, 'users', before, { ...after, ...credentials });
  if (after.name !== before.name) await renamePractitioner(action, after.name);
  if (password) await storePasswordKeys(action, password);
  return stored;
}
