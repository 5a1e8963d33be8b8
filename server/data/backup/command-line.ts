import { parseArgs } from 'node:util';
import { StartError } from '#server/ground/process/start-error.ts';

export interface BackupCommand {
  file: string;
  overwrite: boolean;
  /** The file that lists erased clients; '' for that in the folder of the backup. */
  erased: string;
  /** The key file of the texts; '' where it is in its place. */
  key: string;
  /** The key file is lost. */
  withoutKey: boolean;
}

/** Parses the arguments of `npm run backup --` or `npm run restore --`. */
export function parseCommand(name: 'backup' | 'restore', args: string[]): BackupCommand {
  const more =
    name === 'backup'
      ? '--overwrite to replace a file that exists'
      : '--erased FILE for a list of who was erased, --key FILE for the key file, or --without-key where that is lost';
  const usage = `Which file? kabinet-${name} FILE (in a checkout npm run ${name} -- FILE), and ${more}.`;
  try {
    const options = {
      overwrite: { type: 'boolean', default: false },
      erased: { type: 'string', default: '' },
      key: { type: 'string', default: '' },
      'without-key': { type: 'boolean', default: false },
    } as const;
    const foreign = name === 'backup' ? ['--erased', '--key', '--without-key'] : ['--overwrite'];
    if (args.some((argument) => foreign.some((option) => argument.startsWith(option)))) throw new StartError(usage);
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
    const [file, ...others] = positionals;
    const { 'without-key': withoutKey, ...named } = values;
    if (file === undefined || file === '' || others.length > 0) throw new StartError(usage);
    if (withoutKey && named.key !== '') throw new StartError(usage);
    return { file, ...named, withoutKey };
  } catch (error) {
    throw error instanceof TypeError ? new StartError(usage) : error;
  }
}
