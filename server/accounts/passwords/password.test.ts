import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword, hashWithKey, matchPassword } from '#server/accounts/passwords/password.ts';
import { PASSWORD_COST } from '#server/ground/config/config.ts';
import { createTestData } from '#proofs/support/engines.ts';
import { countHashes } from '#proofs/support/accounts/hash-count.ts';
import { TooManyRequests } from '#server/ground/limits/limit-rules.ts';
import { startServer } from '#server/start-server.ts';

/** Whether a password matches a hash; null is that of no account. */
async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  return (await matchPassword(password, hash === null ? [] : [hash])).index === 0;
}

test('a password is kept as argon2id of the agreed cost, with a salt of its own', async () => {
  const [one, two] = await Promise.all([hashPassword('пароль 1'), hashPassword('пароль 1')]);
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.notEqual(one, two);
  assert.equal(await verifyPassword('пароль 1', one), true);
  assert.equal(await verifyPassword('пароль 2', one), false);
});

test('a server hashes passwords at the full cost unless a test asks for another', async () => {
  await using data = await createTestData('sqlite');
  const server = await startServer(data.config, 'no-web');
  await server.stop();
  assert.equal(server.context.config.passwordCost, PASSWORD_COST);
});

test('half of what argon2id derives is stored, and the other half is the key that only the password gives', async () => {
  // Another implementation, @noble/hashes: argon2id('password', 'somesalt', { t: 2, m: 1024, p: 1, dkLen: 64 })
  const derived = 'Px6NL6NMSAriYTrR9Kj/tUxyTh6+j8KhOUWQvOGSHFl+YVjqE4wt5Q1LXJUjgQoCatiVLqpmH2HHWPxvn6u3Ew==';
  const bytes = Buffer.from(derived, 'base64');
  const options = { salt: Buffer.from('somesalt'), cost: { memory: 1024, passes: 2, parallelism: 1 } };
  const { hash, key } = await hashWithKey('password', options);
  const stored = bytes.subarray(0, 32).toString('base64').replace('=', '');
  assert.equal(hash, `$argon2id$v=19$m=1024,t=2,p=1$c29tZXNhbHQ$${stored}`);
  assert.ok(key.equals(bytes.subarray(32)));
  const matched = await matchPassword('password', [await hashPassword('password'), hash].toReversed());
  assert.equal(matched.index, 0);
  assert.ok(matched.key.equals(key));
});

test('a letter typed as one character or as two is the same letter', async () => {
  assert.equal(await verifyPassword('й ё'.normalize('NFD'), await hashPassword('й ё'.normalize('NFC'))), true);
});

test('AUTH-05 without an account there is the same work and never a match', async () => {
  assert.equal(await countHashes(async () => assert.equal(await verifyPassword('anything', null), false)), 1);
});

test('AUTH-05 a flood of passwords meets a 429 instead of an endless queue, and those that wait are served', async () => {
  const calls = Array.from({ length: 80 }, () => verifyPassword('anything', null));
  const results = await Promise.allSettled(calls);
  const refused = results.filter((result) => result.status === 'rejected');
  assert.ok(refused.length > 0 && refused.length < 80);
  assert.ok(refused.every(({ reason }) => reason instanceof TooManyRequests));
  assert.equal(await verifyPassword('anything', null), false);
});
