import { emailAddress } from '#domain/accounts/account.ts';
import { readConfig } from '#server/config/config.ts';
import { type Command, UsageError } from '#server/operator/command.ts';

export const invite: Command = {
  name: 'users invite',
  args: ['[EMAIL]'],
  summary: 'a link with which one account is registered, for that address alone; good once, for 7 days',
  changes: true,
  async run({ args, env, terminal, onData, confirm, print }) {
    const email = args[0] ?? null;
    if (email !== null && !emailAddress.safeParse(email).success) {
      throw new UsageError(`${email} is no e-mail address.`, []);
    }
    await confirm(email === null ? 'Make a link for whoever has it?' : `Make a link for ${email}?`);
    const link = await onData((data) => data.invite(email));
    const { registration } = readConfig(env);
    if (registration !== 'invite') {
      terminal.tell(`REGISTRATION is ${registration}: links count once it is invite.`);
    }
    print({ link, email: email ?? '' }, [link]);
  },
};
