import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import fc from 'fast-check';
import { flipped, unsealedIn } from '#proofs/support/backup/unsealed.ts';
import { KEY, PASSPHRASE } from '#proofs/support/backup/run-command.ts';
import type { OpeningKey, SealingKey } from '#server/data/backup/keys.ts';
import { seal, withProof } from '#server/data/backup/sealed-file.ts';
import { StartError } from '#server/ground/process/start-error.ts';

const folder = mkdtempSync(join(tmpdir(), 'kabinet-sealed-'));
after(() => rmSync(folder, { recursive: true }));

const identity = await generateX25519Identity();
const RECIPIENT: SealingKey = { recipients: [await identityToRecipient(identity)] };
const IDENTITY: OpeningKey = { identities: [identity] };
/** A low cost, because the cost of a passphrase is not under test here. */
const CHEAP = 4;
const CHUNK = 65_536;
const TAG = 16;
const NONCE = 16;

async function sealed(text: Uint8Array, key = RECIPIENT, pieceBytes = 50_000): Promise<Buffer> {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < text.length; at += pieceBytes) yield text.subarray(at, at + pieceBytes);
  }
  return Buffer.concat(await Array.fromAsync(seal(pieces(), key, CHEAP)));
}

const unsealed = (bytes: Uint8Array, key: OpeningKey = IDENTITY) => unsealedIn(folder, bytes, key);

function refusesWith(message: RegExp) {
  return (error: unknown): true => {
    assert.ok(error instanceof StartError, String(error));
    assert.match(error.message, message);
    return true;
  };
}

const WRONG = /^The (?:passphrase|identity) is not the one of FILE, or the beginning of that file is damaged\.$/;
const DAMAGED = /^FILE is damaged or not whole\.$/;
const NO_BACKUP = /^FILE is no backup of Kabinet\.$/;

test('a text of any length comes back, whatever the pieces it came in, with either kind of key', async () => {
  for (const [sealing, opening] of [
    [RECIPIENT, IDENTITY],
    [KEY, KEY],
  ] as const) {
    for (const length of [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 3 * CHUNK + 7]) {
      const text = Buffer.alloc(length, 'Тайна');
      const bytes = await sealed(text, sealing, length === CHUNK ? CHUNK : 50_000);
      assert.ok((await unsealed(bytes, opening)).equals(text), `${length}`);
      assert.ok(!bytes.includes('Тайна'));
    }
  }
});

test('another key is told from damage, and letters typed in another form are the same', async () => {
  const bytes = await sealed(Buffer.from('Тайна'), KEY);
  await assert.rejects(unsealed(bytes, { passphrase: 'тихая-комната-8' }), refusesWith(WRONG));
  await assert.rejects(unsealed(bytes, IDENTITY), refusesWith(WRONG));
  assert.equal((await unsealed(bytes, { passphrase: PASSPHRASE.normalize('NFD') })).toString(), 'Тайна');
  const stranger = { identities: [await generateX25519Identity()] };
  await assert.rejects(unsealed(await sealed(Buffer.from('Тайна')), stranger), refusesWith(WRONG));
});

test('who has the recipients alone reads what was sealed once more, with a key that is kept nowhere', async () => {
  const { sealing, opening } = await withProof(RECIPIENT);
  const bytes = await sealed(Buffer.from('Тайна'), sealing);
  assert.equal((await unsealed(bytes, opening)).toString(), 'Тайна');
  assert.equal((await unsealed(bytes)).toString(), 'Тайна');
  assert.notDeepEqual((await withProof(RECIPIENT)).opening, opening);
});

test('not one changed bit is accepted', async () => {
  const bytes = await sealed(Buffer.alloc(CHUNK + 100, 1));
  const header = bytes.length - (CHUNK + 100 + 2 * TAG);
  for (let at = 0; at < header; at += 1) await assert.rejects(unsealed(flipped(bytes, at, at % 8)), StartError);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: header, max: bytes.length - 1 }), fc.nat(7), (at, bit) =>
      assert.rejects(unsealed(flipped(bytes, at, bit)), StartError),
    ),
    { numRuns: 40 },
  );
});

test('a file that was cut off, lengthened, or put together in another order is refused', async () => {
  const chunk = CHUNK + TAG;
  const bytes = await sealed(Buffer.alloc(3 * CHUNK, 1));
  const start = bytes.subarray(0, bytes.length - 3 * chunk);
  const chunks = [0, 1, 2].map((n) => bytes.subarray(start.length + n * chunk, start.length + (n + 1) * chunk));
  const [one, two, three] = chunks;
  assert.ok(one && two && three);
  const put = (...pieces: Buffer[]): Promise<Buffer> => unsealed(Buffer.concat([start, ...pieces]));
  assert.equal((await put(one, two, three)).length, 3 * CHUNK);
  for (const pieces of [
    [],
    [one],
    [one, two],
    [two, one, three],
    [one, one, three],
    [three],
    [one, two, three, three],
  ]) {
    await assert.rejects(put(...pieces), refusesWith(DAMAGED));
  }
  for (const length of [bytes.length - 1, bytes.length - TAG, start.length + 5]) {
    await assert.rejects(unsealed(bytes.subarray(0, length)), refusesWith(DAMAGED));
  }
  await assert.rejects(put(one, two, three, Buffer.from('more')), refusesWith(DAMAGED));
  await assert.rejects(unsealed(bytes.subarray(0, start.length - NONCE - 3)), refusesWith(WRONG));
});

test('a guess at a passphrase costs half a second and 128 MiB', async () => {
  async function* text(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('Тайна');
  }
  const bytes = Buffer.concat(await Array.fromAsync(seal(text(), KEY)));
  assert.match(bytes.toString('latin1'), /^-> scrypt \S+ 17$/m);
});

test('what is no backup, and a header that asks for more memory than anybody has, are refused', async () => {
  for (const other of [Buffer.alloc(0), Buffer.alloc(100), Buffer.from('SQLite format 3'.repeat(9))]) {
    await assert.rejects(unsealed(other), refusesWith(NO_BACKUP));
  }
  const bytes = await sealed(Buffer.from('Тайна'), KEY);
  const greedy = Buffer.from(bytes.toString('latin1').replace(/(-> scrypt \S+) \d+/, '$1 40'), 'latin1');
  assert.ok(!greedy.equals(bytes));
  await assert.rejects(unsealed(greedy, KEY), refusesWith(WRONG));
});
