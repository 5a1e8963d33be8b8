import { BACKUPS } from '#server/operation/operator/backup-commands.ts';
import { bounce } from '#server/operation/operator/bounce-command.ts';
import type { Command } from '#server/operation/operator/command.ts';
import { doctor } from '#server/operation/operator/doctor-command.ts';
import { INVITATIONS } from '#server/operation/operator/invite-command.ts';
import { keyChange } from '#server/operation/operator/key-change-command.ts';
import { mailTest } from '#server/operation/operator/mail-test-command.ts';
import { migrate } from '#server/operation/operator/migrate-command.ts';
import { MOVES } from '#server/operation/operator/move-commands.ts';
import { USERS } from '#server/operation/operator/users-commands.ts';
import { version } from '#server/operation/operator/version-command.ts';

/** Every command, in the order in which the help lists them. */
export const COMMANDS: readonly Command[] = [
  ...USERS,
  ...INVITATIONS,
  doctor,
  mailTest,
  bounce,
  keyChange,
  ...BACKUPS,
  ...MOVES,
  migrate,
  version,
];
