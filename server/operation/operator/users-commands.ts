import type { Command } from '#server/operation/operator/command.ts';
import type { AccountDetails, AccountLine } from '#server/operation/operator/accounts.ts';
import type { AccountChange } from '#server/operation/operator/change-account.ts';
import { exportCommand } from '#server/operation/operator/export-command.ts';
import { minute, tableOf } from '#server/operation/operator/table.ts';

const list: Command = {
  name: 'users list',
  args: [],
  summary: 'all accounts',
  async run({ data, print }) {
    const accounts = await data().run('list');
    const rows = accounts.map((account) => [
      account.id,
      account.email,
      account.name,
      stateOf(account),
      minute(account.created),
      minute(account.lastSeen) || 'never',
      megabytes(account),
    ]);
    print(accounts, tableOf([['ID', 'EMAIL', 'NAME', 'STATE', 'CREATED (UTC)', 'LAST SEEN', 'MB'], ...rows]));
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
  /** What is asked, and what is said once it is done. */
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
    name: 'users reset-password',
    summary: 'sends the letter by which a new password is set',
    change: 'resetPassword',
    question: 'Send the letter for a new password?',
    done: (email) => `A letter for a new password goes to ${email}.`,
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
    async run({ args, options, terminal, data, confirm, print }) {
      const account = await data().run('show', args[0] ?? '');
      // A stranger can have chosen the name: the operator sees the account first, and exactly that one changes.
      if (!options.has('yes')) terminal.tell(...detailsOf(account));
      await confirm(question);
      const email = await data().run('change', account.id, change);
      print({ id: account.id, email, done: change }, [done(email)]);
    },
  };
}

export const USERS: readonly Command[] = [list, show, ...CHANGES.map(changeCommand), exportCommand];

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
