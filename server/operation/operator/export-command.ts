import { open, readFile, realpath, rm } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import type { Command, CommandCall } from '#server/operation/operator/command.ts';
import { inProject } from '#server/ground/process/project-root.ts';
import { StartError, asStartError } from '#server/ground/process/start-error.ts';
import { syncFolder } from '#server/ground/process/sync-folder.ts';

const SHORTEST = 12;
const LONGEST = 1000;

export const exportCommand: Command = {
  name: 'users export',
  args: ['EMAIL', '[FILE]'],
  summary: 'writes the archive of an account, as its owner would take it along',
  options: { 'passphrase-file': { summary: 'seals the archive by the line in this file', value: 'FILE' } },
  changes: true,
  async run(call) {
    const { args, data, confirm, print, path, terminal } = call;
    const account = await data().run('show', args[0] ?? '');
    const passphrase = await passphraseFor(call);
    const isSealed = passphrase !== '';
    const file = path(args[1] ?? `kabinet-${account.id}.zip${isSealed ? '.age' : ''}`);
    await refuseCheckout(file);
    if (!isSealed) terminal.tell('Without a passphrase the texts about clients lie open in the file.');
    await confirm(`Write everything of ${account.email} (${account.name}) to ${file}? The account’s journal says so.`);
    const bytes = await intoNewFile(file, (take) => data().export(take, account.id, passphrase));
    print({ id: account.id, email: account.email, file, bytes, sealed: isSealed }, [`${file}: ${bytes} bytes`]);
  },
};

/**
 * Returns the passphrase from a file or the terminal; '' if there is neither. Never from arguments, which other users
 * can see.
 */
async function passphraseFor({ options, terminal, path }: CommandCall): Promise<string> {
  const file = options.get('passphrase-file');
  if (file !== undefined) return checked((await readText(path(file))).replace(/\r?\n$/, ''));
  if (options.has('yes')) return '';
  const instead = '--passphrase-file FILE names the passphrase, --yes leaves the archive open.';
  const typed = await terminal.ask('Passphrase of the archive, empty to leave it open:', instead, true);
  if (typed === '') return '';
  if ((await terminal.ask('The same once more:', instead, true)) !== typed) {
    throw new StartError('The two passphrases are not the same.');
  }
  return checked(typed);
}

function checked(passphrase: string): string {
  if (passphrase.length >= SHORTEST && passphrase.length <= LONGEST && !/[\r\n\0]/.test(passphrase)) return passphrase;
  throw new StartError(`The passphrase must be one line of at least ${SHORTEST} characters.`);
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw asStartError(error, `${file} cannot be read`, [file]);
  }
}

/** Refuses a file inside the program's folder, where it could easily be published or deleted with it. */
async function refuseCheckout(file: string): Promise<void> {
  try {
    const folder = await realpath(dirname(file));
    if (!`${folder}${sep}`.startsWith(`${await realpath(inProject())}${sep}`)) return;
  } catch (error) {
    throw asStartError(error, `The folder of ${file} cannot be used`, [file]);
  }
  throw new StartError(`${file} lies in the folder of the program: name a file elsewhere.`);
}

/** Writes a file that only its owner can read, completely or not at all. Throws if it exists already. */
async function intoNewFile<Result>(
  file: string,
  write: (take: (piece: Uint8Array) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const handle = await open(file, 'wx', 0o600).catch((error: unknown) => {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw isThere
      ? new StartError(`${file} exists already.`)
      : asStartError(error, `${file} cannot be written`, [file]);
  });
  try {
    const result = await write((piece) => handle.writeFile(piece));
    await handle.sync();
    await syncFolder(file);
    return result;
  } catch (error) {
    await rm(file, { force: true });
    throw asStartError(error, `${file} cannot be written`, [file]);
  } finally {
    await handle.close();
  }
}
