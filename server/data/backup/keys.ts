import { readFileSync } from 'node:fs';
import { Decrypter } from 'age-encryption';
import { type Config, PASSPHRASE_MIN } from '#server/ground/config/config.ts';
import { StartError, asStartError } from '#server/ground/process/start-error.ts';

/** The key that encrypts a backup: one passphrase, or recipients (`age1…`) whose identities are stored elsewhere. */
export type SealingKey = { passphrase: string } | { recipients: readonly string[] };

/** The key that decrypts a backup: its passphrase, or identities (`AGE-SECRET-KEY-1…`), one of which suffices. */
export type OpeningKey = { passphrase: string } | { identities: readonly string[] };

/** Asks for a passphrase without showing it. Throws a StartError without a terminal. */
export type AskPassphrase = (question: string) => Promise<string>;

type KeyConfig = Pick<Config, 'backupRecipients' | 'backupKeyFile' | 'backupPassphrase'>;

/** Returns the key in a file: identities as age-keygen writes them, or a passphrase in one line. */
export function readKeyFile(file: string, name = 'BACKUP_KEY_FILE'): OpeningKey {
  const text = readText(file, name).replace(/[\r\n]+$/, '');
  const lines = text.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
  // Half an identity, or a public key, taken for a passphrase would open nothing, and nobody would know why.
  if (lines.some((line) => /^AGE-SECRET-KEY-/i.test(line))) {
    if (lines.every(isIdentity)) return { identities: lines };
    throw new StartError(`${name} ${file} holds an identity that is not whole.`);
  }
  if (lines.some((line) => line.startsWith('age1'))) {
    throw new StartError(`${name} ${file} holds a public key: its identity, AGE-SECRET-KEY-…, opens backups.`);
  }
  if (text.length < PASSPHRASE_MIN || /[\r\n\0]/.test(text)) {
    throw new StartError(`${name} ${file} must hold one line of at least ${PASSPHRASE_MIN} characters.`);
  }
  return { passphrase: text };
}

function isIdentity(line: string): boolean {
  try {
    new Decrypter().addIdentity(line);
    return true;
  } catch {
    return false;
  }
}

function readText(file: string, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    if (error instanceof TypeError) throw new StartError(`${name} ${file} must hold text, not bytes.`);
    throw asStartError(error, `${name} ${file} cannot be read`);
  }
}

/** Returns the configured key of a new backup: recipients, the key file or the variable; null where none is set. */
export function configuredSealingKey(config: KeyConfig): SealingKey | null {
  if (config.backupRecipients.length > 0) return { recipients: config.backupRecipients };
  const key = configuredKey(config);
  if (key !== null && 'identities' in key) {
    throw new StartError('BACKUP_KEY_FILE holds an identity: name its recipient in BACKUP_RECIPIENT to make a backup.');
  }
  return key;
}

/** Returns the key of a new backup: as configured, or a passphrase typed twice on a terminal. */
export async function sealingKey(config: KeyConfig, ask: AskPassphrase): Promise<SealingKey> {
  const key = configuredSealingKey(config);
  if (key !== null && 'recipients' in key) return key;
  const typed = key?.passphrase ?? (await ask('Passphrase of the new backup:'));
  if (typed.length < PASSPHRASE_MIN)
    throw new StartError(`The passphrase must have at least ${PASSPHRASE_MIN} characters.`);
  if (key === null && (await ask('The same once more:')) !== typed) {
    throw new StartError('The two passphrases are not the same.');
  }
  return { passphrase: typed };
}

/** Returns the key of an existing backup. */
export async function openingKey(config: KeyConfig, ask: AskPassphrase): Promise<OpeningKey> {
  return configuredKey(config) ?? { passphrase: await ask('Passphrase of the backup:') };
}

function configuredKey({ backupKeyFile, backupPassphrase }: KeyConfig): OpeningKey | null {
  if (backupKeyFile !== null) return readKeyFile(backupKeyFile);
  return backupPassphrase === null ? null : { passphrase: backupPassphrase };
}
