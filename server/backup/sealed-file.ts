import type { FileHandle } from 'node:fs/promises';
import {
  Decrypter,
  Encrypter,
  generateHybridIdentity,
  generateX25519Identity,
  identityToRecipient,
} from 'age-encryption';
import type { OpeningKey, SealingKey } from '#server/backup/keys.ts';
import { isFirstForm, unsealFirstForm } from '#server/backup/first-form.ts';
import { StartError } from '#server/process/start-error.ts';

const AGE = 'age-encryption.org/';
/** What guessing a passphrase costs: half a second and 128 MiB a try. */
const SCRYPT_LOG_N = 17;
const READ_BYTES = 1024 * 1024;

/** Encrypts a text of any length in the age format; what comes out is to be written one piece after the other. */
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
 * A key that also opens what it seals, so that a new file can be read once more: recipients get one beside them whose
 * identity is forgotten with the process.
 */
export async function withProof(key: SealingKey): Promise<{ sealing: SealingKey; opening: OpeningKey }> {
  if ('passphrase' in key) return { sealing: key, opening: key };
  const isHybrid = key.recipients.every((recipient) => recipient.startsWith('age1pq1'));
  const identity = await (isHybrid ? generateHybridIdentity() : generateX25519Identity());
  const recipients = [...key.recipients, await identityToRecipient(identity)];
  return { sealing: { recipients }, opening: { identities: [identity] } };
}

/**
 * Decrypts what `seal` or an earlier version made. Each piece is authentic when it comes out; that nothing is missing
 * behind it is known only when the generator is done. Throws a StartError that calls the file `name`.
 */
export async function* unseal(file: FileHandle, key: OpeningKey, name: string): AsyncGenerator<Uint8Array> {
  const { buffer: start } = await file.read(Buffer.alloc(AGE.length), 0, AGE.length, 0);
  if (isFirstForm(start)) return yield* unsealFirstForm(file, key, name);
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

/** `ReadableStream.from`, which the types of browsers do not have. */
function streamOf(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await iterator.return?.()),
  });
}

/** Letters that are typed in another form are the same. */
function normal(passphrase: string): string {
  return passphrase.normalize('NFC');
}

function decrypterOf(key: OpeningKey): Decrypter {
  const decrypter = new Decrypter();
  if ('passphrase' in key) decrypter.addPassphrase(normal(key.passphrase));
  else key.identities.forEach((identity) => decrypter.addIdentity(identity));
  return decrypter;
}

/** A failure of the system keeps its code; every other one means the bytes. */
function refusal(sentence: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof Error && 'code' in error ? error : new StartError(sentence);
  };
}
