import { emailAddress } from '#domain/accounts/account.ts';
import { type Command, type CommandCall, UsageError } from '#server/operation/operator/command.ts';
import { type AccountDetails, type AccountLine, PAGE } from '#server/operation/operator/accounts.ts';
import type { AccountChange } from '#server/operation/operator/change-account.ts';
import { exportCommand } from '#server/operation/operator/export-command.ts';
import { minute, tableOf } from '#server/operation/operator/table.ts';

const list: Command = {
  name: 'users list',
  args: ['[TEXT]'],
  summary: `accounts with a text in e-mail, name or id, or all, ${PAGE} a page`,
  options: {
    page: { summary: 'another page than the first', value: 'NUMBER' },
    largest: { summary: 'those that take most come first' },
  },
  async run({ args: [text = ''], options, terminal, data, print }) {
    const page = Number(options.get('page') ?? 1);
    if (!Number.isInteger(page) || page < 1) throw new UsageError('--page takes a number from 1 on.', []);
    const { accounts, count } = await data().run('list', { text, page, largest: options.has('largest') });
    const rows = accounts.map((account) => [
      account.id,
      account.email,
      account.name,
      stateOf(account),
      minute(account.created),
      minute(account.lastSeen) || 'never',
      String(account.clients),
      String(account.sessions),
      megabytes(account),
    ]);
    const head = ['ID', 'EMAIL', 'NAME', 'STATE', 'CREATED (UTC)', 'LAST SEEN', 'CLIENTS', 'SESSIONS', 'MB'];
    print(accounts, tableOf([head, ...rows]));
    const pages = Math.max(Math.ceil(count / PAGE), 1);
    if (pages > 1 || page > 1) terminal.tell(`Page ${page} of ${pages}, accounts: ${count}. --page shows another one.`);
  },
};

const show: Command = {
  name: 'users show',
  args: ['EMAIL'],
  summary: 'one account, by its e-mail or id',
  async run({ args, data, print }) {
    const account = await data().run('show', args[0] ?? '');
    print(account, detailsOf(account));
  },
};

interface Change {
  name: string;
  summary: string;
  change: AccountChange;
  /** The question before the change, and the message after it. */
  question: string;
  done: (email: string) => string;
}

const CHANGES: readonly Change[] = [
  {
    name: 'users confirm',
    summary: 'confirms the e-mail of a registration, whose letter did not come',
    change: 'confirm',
    question: 'Confirm that this person has this address? Other registrations of it become void.',
    done: (email) => `${email} is confirmed, and may sign in.`,
  },
  {
    name: 'users lock',
    summary: 'ends all sign-ins and lets nobody sign in, until unlocked',
    change: 'lock',
    question: 'Lock this account?',
    done: (email) => `${email} is locked.`,
  },
  {
    name: 'users unlock',
    summary: 'lets a locked account sign in again',
    change: 'unlock',
    question: 'Unlock this account?',
    done: (email) => `${email} is unlocked.`,
  },
  {
    name: 'users sign-out',
    summary: 'ends all sign-ins of an account',
    change: 'signOut',
    question: 'End all sign-ins of this account?',
    done: (email) => `${email} is signed out everywhere.`,
  },
  {
    name: 'users disable-2fa',
    summary: 'switches the second factor off, for a person who lost phone and recovery codes',
    change: 'disableSecondFactor',
    question: 'Switch the second factor off? Be sure who asks for it: from then on the password alone signs in.',
    done: (email) => `${email} signs in with the password alone.`,
  },
  {
    name: 'users allow-letters',
    summary: 'lets the letters to clients go that were stopped for refusals and opt-outs',
    change: 'allowLetters',
    question: 'Let its letters to clients go again? Look first whether strangers get them.',
    done: (email) => `Letters of ${email} to clients go again.`,
  },
  {
    name: 'users delete',
    summary: 'deletes an account with everything in it, for good',
    change: 'delete',
    question: 'Delete this account with all clients, sessions and notes? There is no way back.',
    done: (email) => `${email} is deleted; a running program erases the records within a minute.`,
  },
];

function changeCommand({ name, summary, change, question, done }: Change): Command {
  return {
    name,
    args: ['EMAIL'],
    summary,
    changes: true,
    async run(call) {
      const account = await askAbout(call, question);
      const email = await call.data().run('change', account.id, change);
      call.print({ id: account.id, email, done: change }, [done(email)]);
    },
  };
}

/** Shows the account and asks before changing exactly that one: a stranger may have chosen its name. */
async function askAbout(
  { args, options, terminal, data, confirm }: CommandCall,
  question: string,
): Promise<AccountDetails> {
  const account = await data().run('show', args[0] ?? '');
  if (!options.has('yes')) terminal.tell(...detailsOf(account));
  await confirm(question);
  return account;
}

const resetPassword: Command = {
  name: 'users reset-password',
  args: ['EMAIL'],
  summary: 'sends the letter by which a new password is set',
  options: { print: { summary: 'prints its link instead, good for 30 minutes, where no letter arrives' } },
  changes: true,
  async run(call) {
    if (!call.options.has('print')) {
      const { id } = await askAbout(call, 'Send the letter for a new password?');
      const email = await call.data().run('change', id, 'resetPassword');
      call.print({ id, email, done: 'resetPassword' }, [`A letter for a new password goes to ${email}.`]);
      return;
    }
    const { id, email } = await askAbout(call, 'Print the link? Whoever has it sets a password: be sure who asks.');
    const link = await call.data().run('resetLink', id);
    call.print({ id, email, link }, [link]);
  },
};

const changeEmail: Command = {
  name: 'users change-email',
  args: ['EMAIL', 'NEW'],
  summary: 'another address for an account, where the owner cannot read letters to the former one',
  changes: true,
  async run(call) {
    const next = call.args[1] ?? '';
    if (!emailAddress.safeParse(next).success) throw new UsageError(`${next} is no e-mail address.`, []);
    const { id } = await askAbout(
      call,
      `Give it the address ${next}? Be sure whose both are: it signs in and gets letters there.`,
    );
    const former = await call.data().run('changeEmail', id, next);
    call.print({ id, email: next, former }, [`${next} stands for ${former} now; both get a letter.`]);
  },
};

export const USERS: readonly Command[] = [
  list,
  show,
  resetPassword,
  changeEmail,
  ...CHANGES.map(changeCommand),
  exportCommand,
];

function detailsOf(account: AccountDetails): string[] {
  const rows = [
    ['id', account.id],
    ['e-mail', account.email],
    ['name', account.name],
    ['state', stateOf(account)],
    ['created', `${minute(account.created)} UTC`],
    ['last seen', account.lastSeen === '' ? 'never' : `${minute(account.lastSeen)} UTC`],
    ['records', `about ${megabytes(account)} MB`],
    ...(account.registeredOn === '' ? [] : [['registered on', account.registeredOn]]),
    ...account.devices.map(({ device, lastSeen }) => ['device', `${device}, ${minute(lastSeen)} UTC`]),
  ];
  return tableOf(rows);
}

function megabytes({ bytes }: AccountLine): string {
  return String(Math.ceil(bytes / 1024 ** 2));
}

function stateOf({ verified, locked, secondFactor, lettersHeld }: AccountLine): string {
  const states = [
    verified ? 'confirmed' : 'not confirmed',
    locked && 'locked',
    secondFactor && 'second factor',
    lettersHeld && 'letters held',
  ];
  return states.filter((state) => state !== false).join(', ');
}
