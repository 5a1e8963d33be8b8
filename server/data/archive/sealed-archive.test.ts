import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Decrypter } from 'age-encryption';
import { exported, imported } from '#proofs/support/archive.ts';
import { onEngine } from '#proofs/support/engines.ts';
import { openTestServer } from '#proofs/support/test-server.ts';
import { LONG_FORM } from '#proofs/support/long-form.ts';

const PASSPHRASE = 'тайна ё';

onEngine('sqlite', 'a seal is put around a file, whatever its rows were read from', () => {
  test('OWN-01 OWN-02 a passphrase seals the same ZIP in a file that any age program opens, and an import needs it', async () => {
    await using server = await openTestServer('sqlite');
    const { pb } = await server.practitioner();
    await pb.collection('clients').create({ name: 'Анна Тайная', phone: '+7 900 000-11-22' });
    const sealed = await exported(pb, { passphrase: PASSPHRASE });
    const plain = await exported(pb);
    const why = async (bytes: Buffer, headers: Record<string, string>) => {
      const { problems, skipped } = await imported(pb, bytes, { headers });
      return [problems[0]?.why, skipped['clients']];
    };
    const right = { 'x-passphrase': encodeURIComponent(PASSPHRASE) };
    assert.deepEqual(await why(sealed, {}), ['sealed', undefined]);
    assert.deepEqual(await why(sealed, right), [undefined, 1]);
    assert.match(sealed.toString('latin1'), /^-> scrypt \S+ 17$/m);
    // What follows takes a second for each passphrase.
    if (!LONG_FORM) return;
    assert.deepEqual(await why(sealed, { 'x-passphrase': encodeURIComponent('тайна е') }), ['passphrase', undefined]);
    const damaged = Buffer.from(sealed);
    damaged.writeUInt8(damaged.readUInt8(damaged.length - 100) ^ 1, damaged.length - 100);
    assert.equal((await why(damaged, right))[0], 'damaged');

    // Takes this process for a second, server and all: no call comes after it.
    const decrypter = new Decrypter();
    decrypter.addPassphrase(PASSPHRASE);
    assert.ok(Buffer.from(await decrypter.decrypt(new Uint8Array(sealed))).equals(plain));
  });
});
