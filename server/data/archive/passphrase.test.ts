import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unsealArchive } from '#server/data/archive/passphrase.ts';

const KB = 1024;

test('OWN-02 a header without an end is refused before it fills the memory', async () => {
  let read = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('age-encryption.org/v1\n');
    const piece = Buffer.from('-> scrypt AAAA 17\nAAAA\n'.repeat(KB));
    for (; read < 2000 * KB; read += piece.length) yield piece;
  }
  await assert.rejects(Array.fromAsync(unsealArchive(endless(), 'x')));
  assert.ok(read < 200 * KB, `${read} bytes`);
});
