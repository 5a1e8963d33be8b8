import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readRecoveryCode, RECOVERY_CODE_BYTES, recoveryCode } from '#domain/second-factor/recovery-code.ts';

const codes = fc.uint8Array({ minLength: RECOVERY_CODE_BYTES, maxLength: RECOVERY_CODE_BYTES }).map(recoveryCode);

test('SAFE-01 a recovery code is read as it is shown, and however it is typed', () => {
  fc.assert(
    fc.property(codes, (code) => {
      assert.match(code, /^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
      const signs = code.replaceAll('-', '');
      const typed = [code, signs, code.toLowerCase(), ` ${code.replaceAll('-', ' ')}`, code.replaceAll('-', ' – ')];
      for (const text of typed) assert.equal(readRecoveryCode(text), signs);
    }),
  );
});

test('a recovery code may be typed with letters that look the same', () => {
  assert.equal(readRecoveryCode('O0oIlL-1АВЕ-КМНР-СТ'), '0001111ABEKMHPCT');
  assert.equal(readRecoveryCode('ОЗ00-0000-0000-00ХУ'), '03000000000000XY');
});

test('anything else is no recovery code', () => {
  for (const typed of [
    '',
    '123456',
    '0000-0000-0000-000',
    '0000-0000-0000-00000',
    '0000-0000-0000-000U',
    '😀'.repeat(16),
  ])
    assert.equal(readRecoveryCode(typed), null, typed);
  assert.throws(() => recoveryCode(new Uint8Array(3)), RangeError);
});
