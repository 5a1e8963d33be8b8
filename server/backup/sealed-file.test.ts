import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { seal, unseal } from '#server/backup/sealed-file.ts';
import { StartError } from '#server/process/start-error.ts';

const folder = mkdtempSync(join(tmpdir(), 'kabinet-sealed-'));
after(() => rmSync(folder, { recursive: true }));

const PASSPHRASE = 'тихая-комната-7';
/** What a passphrase costs is not under test here. */
const CHEAP = { memory: 8, passes: 1, parallelism: 1 };
const CHUNK = 65_536;
const HEADER = 64;
const TAG = 16;

async function sealed(text: Uint8Array, pieceBytes = 50_000): Promise<Buffer> {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < text.length; at += pieceBytes) yield text.subarray(at, at + pieceBytes);
  }
  return Buffer.concat(await Array.fromAsync(seal(pieces(), PASSPHRASE, CHEAP)));
}

async function unsealed(bytes: Uint8Array, passphrase = PASSPHRASE): Promise<Buffer> {
  const path = join(folder, 'sealed');
  await writeFile(path, bytes);
  await using file = await open(path);
  return Buffer.concat(await Array.fromAsync(unseal(file, passphrase, 'FILE')));
}

function refusesWith(message: RegExp) {
  return (error: unknown): true => {
    assert.ok(error instanceof StartError);
    assert.match(error.message, message);
    return true;
  };
}

const WRONG = /^The passphrase is not the one of FILE, or the beginning of that file is damaged\.$/;
const DAMAGED = /^FILE is damaged or not whole\.$/;

test('a text of any length comes back, whatever the pieces it came in', async () => {
  for (const length of [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 3 * CHUNK + 7]) {
    const text = Buffer.alloc(length, 'Тайна');
    const bytes = await sealed(text, length === CHUNK ? CHUNK : 50_000);
    assert.ok((await unsealed(bytes)).equals(text), `${length}`);
    assert.ok(!bytes.includes('Тайна'));
  }
});

test('the same text is never sealed alike', async () => {
  const [one, two] = [await sealed(Buffer.from('Тайна')), await sealed(Buffer.from('Тайна'))];
  assert.ok(!one.subarray(HEADER + TAG).equals(two.subarray(HEADER + TAG)));
});

test('another passphrase is told from damage, and letters typed in another form are the same', async () => {
  const bytes = await sealed(Buffer.from('Тайна'));
  await assert.rejects(unsealed(bytes, 'тихая-комната-8'), refusesWith(WRONG));
  assert.equal((await unsealed(bytes, PASSPHRASE.normalize('NFD'))).toString(), 'Тайна');
});

test('not one changed bit is accepted', async () => {
  const bytes = await sealed(Buffer.alloc(2 * CHUNK + 100, 1));
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(7), async (at, bit) => {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ (1 << bit);
      await assert.rejects(unsealed(changed), StartError);
    }),
    {
      numRuns: 160,
      examples: Array.from({ length: HEADER + TAG }, (_, at) => [at, at % 8] satisfies [number, number]),
    },
  );
});

test('a file that was cut off, lengthened, or put together in another order is refused', async () => {
  const chunk = CHUNK + TAG;
  const bytes = await sealed(Buffer.alloc(3 * CHUNK, 1));
  const start = bytes.subarray(0, HEADER + TAG);
  const chunks = [0, 1, 2].map((n) => bytes.subarray(start.length + n * chunk, start.length + (n + 1) * chunk));
  const [one, two, three] = chunks;
  assert.ok(one && two && three);
  const put = (...parts: Buffer[]): Promise<Buffer> => unsealed(Buffer.concat([start, ...parts]));
  assert.equal((await put(one, two, three)).length, 3 * CHUNK);
  for (const parts of [
    [],
    [one],
    [one, two],
    [two, one, three],
    [one, one, three],
    [three],
    [one, two, three, three],
  ]) {
    await assert.rejects(put(...parts), refusesWith(DAMAGED));
  }
  for (const length of [bytes.length - 1, bytes.length - TAG, start.length + 5]) {
    await assert.rejects(unsealed(bytes.subarray(0, length)), refusesWith(DAMAGED));
  }
  await assert.rejects(put(one, two, three, Buffer.from('more')), refusesWith(DAMAGED));
  await assert.rejects(unsealed(bytes.subarray(0, HEADER + 3)), refusesWith(WRONG));
});

test('what is no backup, and a form of later years, are told by name', async () => {
  const bytes = await sealed(Buffer.from('Тайна'));
  for (const other of [
    Buffer.alloc(0),
    Buffer.alloc(100),
    Buffer.from('SQLite format 3'.repeat(9)),
    bytes.subarray(0, 60),
  ]) {
    await assert.rejects(unsealed(other), refusesWith(/^FILE is no backup of Kabinet\.$/));
  }
  bytes.writeUInt16BE(2, 14);
  await assert.rejects(unsealed(bytes), refusesWith(/^FILE was written by another version of Kabinet/));
});

test('a header that asks for more memory than anybody has is refused before the work', async () => {
  const bytes = await sealed(Buffer.from('Тайна'));
  for (const at of [16, 20, 24, 28]) {
    const greedy = Buffer.from(bytes);
    greedy.writeUInt32BE(0xff_ff_ff_ff, at);
    await assert.rejects(unsealed(greedy), refusesWith(DAMAGED));
  }
});
