import type { FileHandle } from 'node:fs/promises';
import {
  Decrypter,
  Encrypter,
  generateHybridIdentity,
  generateX25519Identity,
  identityToRecipient,
} from 'age-encryption';
import type { OpeningKey, SealingKey } from '#server/data/backup/keys.ts';
import { StartError } from '#server/ground/process/start-error.ts';
import { streamOf } from '#server/ground/process/stream-of.ts';

const AGE = 'age-encryption.org/';
/** The cost of a guess at a passphrase: half a second and 128 MiB. */
const SCRYPT_LOG_N = 17;
const READ_BYTES = 1024 * 1024;

/** Encrypts data of any length in the age format; yields pieces in the order in which they must be written. */
export async function* seal(
  text: AsyncIterable<Uint8Array>,
  key: SealingKey,
  scryptLogN: number = SCRYPT_LOG_N,
): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter();
  if ('passphrase' in key) {
    encrypter.setScryptWorkFactor(scryptLogN);
    encrypter.setPassphrase(normal(key.passphrase));
  } else key.recipients.forEach((recipient) => encrypter.addRecipient(recipient));
  yield* await encrypter.encrypt(streamOf(text));
}

/**
 * Returns a key for sealing and one for opening, to verify a new file. Recipients are joined by a temporary one whose
 * identity exists in memory alone.
 */
export async function withProof(key: SealingKey): Promise<{ sealing: SealingKey; opening: OpeningKey }> {
  if ('passphrase' in key) return { sealing: key, opening: key };
  const isHybrid = key.recipients.every((recipient) => recipient.startsWith('age1pq1'));
  const identity = await (isHybrid ? generateHybridIdentity() : generateX25519Identity());
  const recipients = [...key.recipients, await identityToRecipient(identity)];
  return { sealing: { recipients }, opening: { identities: [identity] } };
}

/**
 * Decrypts a file of `seal`. Each piece is authentic, but only the end of the generator proves
 * that the file is complete; throws a StartError that calls the file `name`.
 */
export async function* unseal(file: FileHandle, key: OpeningKey, name: string): AsyncGenerator<Uint8Array> {
  const { buffer: start } = await file.read(Buffer.alloc(AGE.length), 0, AGE.length, 0);
  if (start.toString('latin1') !== AGE) throw new StartError(`${name} is no backup of Kabinet.`);
  const sealed = file.createReadStream({ start: 0, autoClose: false, highWaterMark: READ_BYTES });
  const used = 'passphrase' in key ? 'passphrase' : 'identity';
  const pieces = await decrypterOf(key)
    .decrypt(streamOf(sealed))
    .catch(refusal(`The ${used} is not the one of ${name}, or the beginning of that file is damaged.`));
  try {
    yield* pieces;
  } catch (error) {
    refusal(`${name} is damaged or not whole.`)(error);
  }
}

/** Returns the same passphrase for equivalent Unicode forms. */
function normal(passphrase: string): string {
  return passphrase.normalize('NFC');
}

function decrypterOf(key: OpeningKey): Decrypter {
  const decrypter = new Decrypter();
  if ('passphrase' in key) decrypter.addPassphrase(normal(key.passphrase));
  else key.identities.forEach((identity) => decrypter.addIdentity(identity));
  return decrypter;
}

/** Throws a system error as it is, and any other error as a StartError, because only the bytes can cause it. */
function refusal(sentence: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof Error && 'code' in error ? error : new StartError(sentence);
  };
}
