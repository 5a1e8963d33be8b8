import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { Secret, TOTP as OtherTotp, URI } from 'otpauth';
import { type HmacSha1, matchStep, stepAt, totpCode, totpUri } from '#domain/second-factor/totp.ts';

const hmac: HmacSha1 = (key, message) => createHmac('sha1', key).update(message).digest();
const SECRET = Buffer.from('12345678901234567890');
const NOON = Temporal.Instant.from('2026-11-21T09:00:10Z');

test('SAFE-02 the codes are those of RFC 6238', () => {
  // Appendix B; of its eight digits the last six.
  const vectors: [seconds: number, code: string][] = [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ];
  for (const [seconds, code] of vectors) {
    const step = stepAt(Temporal.Instant.fromEpochMilliseconds(seconds * 1000));
    assert.equal(totpCode(hmac, SECRET, step), code.slice(2));
  }
});

test('SAFE-02 another program computes the same codes for any secret and time', () => {
  const bytes = fc.uint8Array({ minLength: 16, maxLength: 64 });
  const seconds = fc.integer({ min: 0, max: 20_000_000_000 });
  fc.assert(
    fc.property(bytes, seconds, (secret, at) => {
      const other = new OtherTotp({ secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) });
      const step = stepAt(Temporal.Instant.fromEpochMilliseconds(at * 1000));
      assert.equal(totpCode(hmac, secret, step), other.generate({ timestamp: at * 1000 }));
    }),
    { numRuns: 200 },
  );
});

test('SAFE-02 a code is right for a step before and after its own, and for no third one', () => {
  const present = stepAt(NOON);
  const match = (away: number) =>
    matchStep(hmac, { secret: SECRET, lastStep: 0 }, totpCode(hmac, SECRET, present + away), NOON);
  for (const away of [-1, 0, 1]) assert.equal(match(away), present + away);
  for (const away of [-3, -2, 2, 3]) assert.equal(match(away), null);
});

test('SAFE-02 a code is good once, and none before it is any more', () => {
  const present = stepAt(NOON);
  const codes = [-1, 0, 1].map((away) => totpCode(hmac, SECRET, present + away));
  const match = (lastStep: number) => codes.map((code) => matchStep(hmac, { secret: SECRET, lastStep }, code, NOON));
  assert.deepEqual(match(present), [null, null, present + 1]);
  assert.deepEqual(match(present + 1), [null, null, null]);
});

test('a code may be typed in two groups; anything else is none', () => {
  const code = totpCode(hmac, SECRET, stepAt(NOON));
  const match = (typed: string) => matchStep(hmac, { secret: SECRET, lastStep: 0 }, typed, NOON) !== null;
  assert.ok(match(` ${code.slice(0, 3)} ${code.slice(3)}\u00A0`));
  for (const typed of ['', code.slice(1), `${code}0`, `0x${code}`, Number(code).toExponential()])
    assert.ok(!match(typed), typed);
});

test('an app reads the secret, the address and the name of the program', () => {
  const app = URI.parse(totpUri(new Secret({ buffer: Uint8Array.from(SECRET).buffer }).base32, 'anna+1@example.com'));
  assert.ok(app instanceof OtherTotp);
  const { issuer, label, secret, algorithm, digits, period } = app;
  assert.deepEqual(
    { issuer, label, secret: secret.latin1, algorithm, digits, period },
    {
      issuer: 'Кабинет',
      label: 'anna+1@example.com',
      secret: SECRET.toString(),
      algorithm: 'SHA1',
      digits: 6,
      period: 30,
    },
  );
});
