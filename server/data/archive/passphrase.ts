import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { base64nopad } from '@scure/base';
import { Decrypter, Encrypter, type Identity, type Recipient, Stanza } from 'age-encryption';
import { streamOf } from '#server/ground/process/stream-of.ts';

const LABEL = 'age-encryption.org/v1/scrypt';
/** The cost of a guess at a passphrase: half a second and 128 MiB. */
const LOG_N = 17;
/** The highest cost accepted of a file: a higher one would exhaust the server's memory. */
const MOST_LOG_N = 18;
const SALT_BYTES = 16;
const TAG_BYTES = 16;
const FILE_KEY_BYTES = 16;
const NONCE = Buffer.alloc(12);
/** Longer than that of a file with fifty recipients. The library would buffer a header of any length. */
const LONGEST_HEADER = 64 * 1024;
const LAST_LINE = '\n--- ';

const derive = promisify<string, Uint8Array, number, object, Buffer>(scrypt);

/** Encrypts with a passphrase in the age format. The library's own scrypt would block all other requests meanwhile. */
export async function* sealArchive(text: AsyncIterable<Uint8Array>, passphrase: string): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipientOf(passphrase));
  yield* await encrypter.encrypt(streamOf(text));
}

export class WrongPassphrase extends Error {}

/**
 * Decrypts a file of `sealArchive` or of any age program. Throws a WrongPassphrase, and another error for a damaged
 * file.
 */
export async function* unsealArchive(
  sealed: AsyncIterable<Uint8Array>,
  passphrase: string,
): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identityOf(passphrase));
  yield* await decrypter.decrypt(streamOf(withShortHeader(sealed)));
}

/** Passes the pieces on; throws where the header is too long or has no end. */
async function* withShortHeader(sealed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let start = Buffer.alloc(0);
  let isRead = false;
  for await (const piece of sealed) {
    if (isRead) {
      yield piece;
      continue;
    }
    start = Buffer.concat([start, piece]);
    const last = start.indexOf(LAST_LINE);
    const end = last < 0 ? -1 : start.indexOf('\n', last + 1);
    if (end > LONGEST_HEADER || (end < 0 && start.length > LONGEST_HEADER)) break;
    isRead = end >= 0;
    if (isRead) yield start;
  }
  if (!isRead) throw new Error('a header without an end');
}

function recipientOf(passphrase: string): Recipient {
  return {
    async wrapFileKey(fileKey) {
      const salt = randomBytes(SALT_BYTES);
      const cipher = createCipheriv('chacha20-poly1305', await keyOf(passphrase, salt, LOG_N), NONCE, {
        authTagLength: TAG_BYTES,
      });
      const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
      return [new Stanza(['scrypt', base64nopad.encode(salt), String(LOG_N)], body)];
    },
  };
}

function identityOf(passphrase: string): Identity {
  return {
    async unwrapFileKey(stanzas) {
      const [stanza, ...others] = stanzas;
      const [kind, salt = '', cost = ''] = stanza?.args ?? [];
      if (!stanza || kind !== 'scrypt') return null;
      const isKnown =
        others.length === 0 && stanza.args.length === 3 && /^[1-9]\d?$/.test(cost) && Number(cost) <= MOST_LOG_N;
      const bytes = base64nopad.decode(salt);
      if (!isKnown || bytes.length !== SALT_BYTES || stanza.body.length !== FILE_KEY_BYTES + TAG_BYTES) {
        throw new Error('no known passphrase stanza');
      }
      const decipher = createDecipheriv('chacha20-poly1305', await keyOf(passphrase, bytes, Number(cost)), NONCE, {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(stanza.body.subarray(FILE_KEY_BYTES));
      try {
        return Buffer.concat([decipher.update(stanza.body.subarray(0, FILE_KEY_BYTES)), decipher.final()]);
      } catch {
        throw new WrongPassphrase();
      }
    },
  };
}

/** Derives the key in a thread of its own. */
function keyOf(passphrase: string, salt: Uint8Array, logN: number): Promise<Buffer> {
  const N = 2 ** logN;
  return derive(passphrase.normalize('NFC'), Buffer.concat([Buffer.from(LABEL), salt]), 32, {
    N,
    r: 8,
    p: 1,
    maxmem: 2 * 128 * 8 * N,
  });
}
