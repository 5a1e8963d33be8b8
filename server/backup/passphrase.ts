import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Config } from '#server/config/config.ts';
import { StartError, tellSystemError } from '#server/process/start-error.ts';

const LENGTH_MIN = 12;

/** The passphrase that a key file holds, without the line break at its end. */
export function readKeyFile(file: string): string {
  const text = readText(file).replace(/[\r\n]+$/, '');
  if (text.length < LENGTH_MIN || /[\r\n\0]/.test(text)) {
    throw new StartError(`BACKUP_KEY_FILE ${file} must hold one line of at least ${LENGTH_MIN} characters.`);
  }
  return text;
}

function readText(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    if (error instanceof TypeError) throw new StartError(`BACKUP_KEY_FILE ${file} must hold text, not bytes.`);
    throw tellSystemError(error, `BACKUP_KEY_FILE ${file} cannot be read`);
  }
}

/** The passphrase for a new backup: from the key file, the variable, or typed twice on a terminal. */
export async function newPassphrase(config: Pick<Config, 'backupKeyFile' | 'backupPassphrase'>): Promise<string> {
  const typed = configured(config) ?? (await ask('Passphrase of the new backup: '));
  if (typed.length < LENGTH_MIN) throw new StartError(`The passphrase must have at least ${LENGTH_MIN} characters.`);
  if (configured(config) === null && (await ask('The same once more: ')) !== typed) {
    throw new StartError('The two passphrases are not the same.');
  }
  return typed;
}

/** The passphrase of a backup that exists. */
export async function knownPassphrase(config: Pick<Config, 'backupKeyFile' | 'backupPassphrase'>): Promise<string> {
  return configured(config) ?? ask('Passphrase of the backup: ');
}

function configured({ backupKeyFile, backupPassphrase }: Pick<Config, 'backupKeyFile' | 'backupPassphrase'>) {
  return backupKeyFile === null ? backupPassphrase : readKeyFile(backupKeyFile);
}

/** Asks on the terminal and shows nothing of the answer. */
async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new StartError('There is no terminal to ask for the passphrase: set BACKUP_KEY_FILE or BACKUP_PASSPHRASE.');
  }
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  terminal.on('SIGINT', () => process.exit(130));
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
