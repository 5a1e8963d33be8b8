import { emailAddress } from '#domain/accounts/account.ts';
import { readConfig } from '#server/ground/config/config.ts';
import type { OpenInvitation } from '#server/accounts/registration/invitations.ts';
import { type Command, UsageError } from '#server/operation/operator/command.ts';
import { minute, tableOf } from '#server/operation/operator/table.ts';
import { StartError } from '#server/ground/process/start-error.ts';

const invite: Command = {
  name: 'users invite',
  args: ['[EMAIL]'],
  summary: 'a link with which one account is registered, for that address alone; good once, for 7 days',
  changes: true,
  async run({ args, env, terminal, data, confirm, print }) {
    const email = args[0] ?? null;
    if (email !== null && !emailAddress.safeParse(email).success) {
      throw new UsageError(`${email} is no e-mail address.`, []);
    }
    await confirm(email === null ? 'Make a link for whoever has it?' : `Make a link for ${email}?`);
    const link = await data().run('invite', email);
    const { registration } = readConfig(env);
    if (registration !== 'invite') {
      terminal.tell(`REGISTRATION is ${registration}: links count once it is invite.`);
    }
    print({ link, email: email ?? '' }, [link]);
  },
};

const list: Command = {
  name: 'users invitations',
  args: [],
  summary: 'the links that are still good; the addresses they are for are not kept',
  async run({ data, print }) {
    const open = await data().run('invitations', null);
    print(open, linesOf(open));
  },
};

const withdraw: Command = {
  name: 'users withdraw-invitation',
  args: ['EMAIL'],
  summary: 'makes the links for an address void, or the one of an id',
  changes: true,
  async run({ args, options, terminal, data, confirm, print }) {
    const which = args[0] ?? '';
    const open = await data().run('invitations', which);
    if (open.length === 0) throw new StartError(`There is no open invitation of ${which}.`);
    if (!options.has('yes')) terminal.tell(...linesOf(open));
    await confirm('Make it void? Whoever has the link does not register with it.');
    const ids = open.map(({ id }) => id);
    const withdrawn = await data().run('withdraw', ids);
    if (withdrawn === 0) throw new StartError('It was used meanwhile.');
    print({ withdrawn: ids }, [`Invitations withdrawn: ${withdrawn}.`]);
  },
};

export const INVITATIONS: readonly Command[] = [invite, list, withdraw];

function linesOf(open: readonly OpenInvitation[]): string[] {
  const rows = open.map(({ id, isForOneAddress, expires }) => [
    id,
    isForOneAddress ? 'one address' : 'whoever has it',
    minute(expires),
  ]);
  return tableOf([['ID', 'FOR', 'EXPIRES (UTC)'], ...rows]);
}
