import { z } from 'zod';
import { registration } from '#domain/accounts/account.ts';
import {
  announcePassword,
  applyPassword,
  prepareAccountUpdate,
  PreparedPassword,
} from '#server/accounts/change-password.ts';
import { checkDeletion, deleteOwnAccount } from '#server/accounts/delete-account.ts';
import { PreparedRegistration, prepareRegistration, register } from '#server/accounts/register.ts';
import { giveBackRegistration, takeRegistration } from '#server/accounts/registration-limits.ts';
import { renamePractitioner } from '#server/profiles/rename.ts';
import { USERS_COLLECTION_ID } from '#server/accounts/tokens.ts';
import { ownerId } from '#server/identity/actor.ts';
import { refuseIfAny } from '#server/records/check-values.ts';
import { defineCollection } from '#server/records/collection.ts';
import { FIELD_ERROR } from '#server/http/field-error.ts';
import { REFUSED } from '#server/records/refusals.ts';
import { getOwned } from '#server/records/store.ts';

/** Accounts: anyone may register, everybody sees and changes their own alone. */
export const users = defineCollection({
  name: 'users',
  id: USERS_COLLECTION_ID,
  owner: 'id',
  fields: {
    email: { type: 'email', writable: 'create' },
    emailVisibility: { type: 'bool' },
    /** Whether a sign-in ends after half an hour without use. */
    idleSignOut: { type: 'bool' },
    verified: { type: 'bool', writable: 'server' },
    name: { type: 'text' },
    // Answered to nobody; an attempt to set it is refused.
    tokenKey: { type: 'password', hidden: true, writable: 'server' },
    password: { type: 'password' },
    passwordConfirm: { type: 'password' },
    oldPassword: { type: 'password' },
  },
  access: { list: 'owner', view: 'owner', create: 'anyone', update: 'owner', delete: 'owner' },
  schema: z.object({ name: registration.shape.name }),

  async admitCreate({ context, address }) {
    await takeRegistration(context, address);
  },

  async prepare(call, verb) {
    const { actor, context, address } = call;
    if (verb === 'create') {
      return prepareRegistration(call).catch(async (error: unknown) => {
        await giveBackRegistration(context, address);
        throw error;
      });
    }
    if (actor.kind === 'guest') return null;
    return prepareAccountUpdate(call, await getOwned(context.db.read, 'users', actor.owner, actor.owner));
  },

  createEvenly: true,

  async create(call, values) {
    const { prepared } = call;
    if (!(prepared instanceof PreparedRegistration)) throw new Error('a registration is prepared first');
    return register(call, prepared, {
      name: typeof values['name'] === 'string' ? values['name'] : '',
      emailVisibility: values['emailVisibility'] === true ? 1 : 0,
    });
  },

  async beforeUpdate(call, before, row) {
    refuseIfAny(row.name === '' && row.name !== before.name ? { name: FIELD_ERROR.required } : {}, REFUSED.update);
    if (call.prepared instanceof PreparedPassword) applyPassword(call.prepared, row);
  },

  async afterUpdate(call, before, row) {
    if (row.name !== before.name) await renamePractitioner({ ...call, owner: ownerId(row.id) }, row.name);
    if (row.password_hash !== before.password_hash) await announcePassword(call, ownerId(row.id));
  },

  prepareDelete: checkDeletion,

  delete: (call, owner, account) => deleteOwnAccount({ ...call, owner }, account),
});
