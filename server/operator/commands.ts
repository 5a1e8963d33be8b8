import { backupVerify } from '#server/operator/backup-verify-command.ts';
import type { Command } from '#server/operator/command.ts';
import { doctor } from '#server/operator/doctor-command.ts';
import { INVITATIONS } from '#server/operator/invite-command.ts';
import { keyChange } from '#server/operator/key-change-command.ts';
import { mailTest } from '#server/operator/mail-test-command.ts';
import { USERS } from '#server/operator/users-commands.ts';
import { version } from '#server/operator/version-command.ts';

/** Every command, in the order in which the list of them is printed. */
export const COMMANDS: readonly Command[] = [
  ...USERS,
  ...INVITATIONS,
  doctor,
  mailTest,
  keyChange,
  backupVerify,
  version,
];
