import type { Command } from '#server/operator/command.ts';
import { version } from '#server/operator/version-command.ts';

/** Every command, in the order in which the list of them is printed. */
export const COMMANDS: readonly Command[] = [version];
