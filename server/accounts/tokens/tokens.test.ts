import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import type { SecretPurpose } from '#server/ground/secrets/secrets.ts';
import { issueToken, readClaims, TOKEN_SECONDS, verifyToken } from '#server/accounts/tokens/tokens.ts';

const KEYS: Record<SecretPurpose, Uint8Array> = {
  auth: randomBytes(32),
  verification: randomBytes(32),
  passwordReset: randomBytes(32),
  emailChange: randomBytes(32),
  emailReturn: randomBytes(32),
  drafts: randomBytes(32),
  names: randomBytes(32),
  letters: randomBytes(32),
  stops: randomBytes(32),
};
const secrets = { key: (purpose: SecretPurpose) => KEYS[purpose] };
const account = { id: 'abcdefghijklmno', token_key: 'the-key-of-this-account' };
const now = Temporal.Instant.from('2026-11-18T09:41:00Z');
const token = issueToken(secrets, 'auth', account, { jti: 'onmlkjihgfedcba' }, now);

function accepted(mutated: string): boolean {
  return verifyToken(secrets, 'auth', mutated, account, now);
}

function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

test('AUTH-03 a token carries id, collection, type, time and sign-in, in ASCII that the SDK can decode', () => {
  assert.deepEqual(readClaims(token), {
    id: account.id,
    collectionId: '_pb_users_auth_',
    type: 'auth',
    exp: now.epochMilliseconds / 1000 + TOKEN_SECONDS.auth,
    jti: 'onmlkjihgfedcba',
  });
  assert.equal(TOKEN_SECONDS.auth, 7 * 24 * 3600);
  assert.match(atob(token.split('.')[1] ?? ''), /^[ -~]+$/);
  assert.equal(accepted(token), true);
});

test('AUTH-03 no mutated token is accepted', () => {
  const characters = fc.constantFrom(...Array.from('ABCZabcz0189-_=.+/ \n\0é'));
  const edits = fc.array(
    fc.record({ at: fc.nat(token.length), remove: fc.nat(3), insert: fc.array(characters, { maxLength: 3 }) }),
    { minLength: 1, maxLength: 3 },
  );
  const mutated = edits.map((list) =>
    list.reduce((text, { at, remove, insert }) => text.slice(0, at) + insert.join('') + text.slice(at + remove), token),
  );
  fc.assert(
    fc.property(mutated, (candidate) => {
      fc.pre(candidate !== token);
      assert.equal(accepted(candidate), false);
    }),
    { numRuns: 5000 },
  );
});

test('AUTH-03 every other spelling of the signature is refused', () => {
  for (const last of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_') {
    const spelling = token.slice(0, -1) + last;
    assert.equal(accepted(spelling), spelling === token);
  }
});

test('AUTH-03 another algorithm, purpose, account, collection or time is refused, however it is signed', () => {
  const [, payload = ''] = token.split('.');
  const claims = readClaims(token);
  const key = createHmac('sha256', KEYS.auth).update(account.token_key).digest();
  const sign = (header: unknown, body: unknown, algorithm = 'sha256'): string => {
    const signed = `${part(header)}.${part(body)}`;
    return `${signed}.${createHmac(algorithm, key).update(signed).digest('base64url')}`;
  };
  const header = { alg: 'HS256', typ: 'JWT' };
  assert.equal(accepted(sign(header, claims)), true, 'the test signs as the server does');
  const forged = [
    `${part({ alg: 'none' })}.${payload}.`,
    `${part({ alg: 'None', typ: 'JWT' })}.${payload}.`,
    sign({ alg: 'HS512' }, claims, 'sha512'),
    sign({ alg: 'none' }, claims),
    sign({ ...header, crit: ['exp'] }, claims),
    sign({ ...header, b64: false, crit: ['b64'] }, claims),
    sign(header, { ...claims, type: 'verification' }),
    sign(header, { ...claims, id: 'zzzzzzzzzzzzzzz' }),
    sign(header, { ...claims, collectionId: 'pbc_clients' }),
    sign(header, { ...claims, exp: now.epochMilliseconds / 1000 - 1 }),
    sign(header, { ...claims, exp: undefined }),
    sign(header, { ...claims, exp: 'tomorrow' }),
    sign(header, [claims]),
    sign(header, null),
  ];
  for (const candidate of forged) assert.equal(accepted(candidate), false, candidate);
});

test('AUTH-03 a token is good for its purpose, its account’s present key and its time alone', () => {
  for (const purpose of ['verification', 'passwordReset', 'emailChange'] as const) {
    assert.equal(verifyToken(secrets, purpose, token, account, now), false);
    const letter = issueToken(secrets, purpose, account, { email: 'a@b.example', newEmail: 'c@d.example' }, now);
    assert.equal(accepted(letter), false);
    assert.equal(verifyToken(secrets, purpose, letter, account, now), true);
  }
  assert.equal(verifyToken(secrets, 'auth', token, { ...account, token_key: 'a new key' }, now), false);
  assert.equal(verifyToken(secrets, 'auth', token, account, now.add({ hours: 7 * 24 - 1 })), true);
  assert.equal(verifyToken(secrets, 'auth', token, account, now.add({ hours: 7 * 24 })), false);
});

test('what is no token has no claims', () => {
  for (const text of ['', 'x', '..', 'a.b.c', `${part({})}.${part(1)}.x`, 'é.ü.c', 'a'.repeat(100_000)]) {
    assert.equal(readClaims(text), null);
  }
});

test('AUTH-03 a token that another implementation signed with the key of the account is the same token', () => {
  // Made by jose 6.2.17, which versions up to 1.8 signed with: an update signs no user out.
  const made =
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpZCI6ImFiY2RlZmdoaWprbG1ubyIsImNvbGxlY3Rpb25JZCI6Il9wYl91c2Vyc19hdXRoXyIsInR5cGUiOiJhdXRoIiwiZXhwIjoxNzY0MDYzNjYwLCJqdGkiOiJvbm1sa2ppaGdmZWRjYmEifQ.bZCPar7FdVogmBmWQYwOTIgiTdPi3VHjTcZcwXoIrZ8';
  const known = { key: () => Buffer.alloc(32, 7) };
  const then = Temporal.Instant.from('2025-11-18T09:41:00Z');
  assert.equal(verifyToken(known, 'auth', made, account, then), true);
  assert.equal(issueToken(known, 'auth', account, { jti: 'onmlkjihgfedcba' }, then), made);
});
