import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { showsWork } from '#domain/booking/proof-of-work.ts';

test('PUBLIC-06 work is shown by as many zero bits as are asked for, or more', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.nat({ max: 40 }),
      fc.boolean(),
      (bytes, bits, zeros) => {
        if (zeros) bytes.fill(0, 0, Math.floor(bits / 8));
        const inBits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
        assert.equal(showsWork({ challenge: '', bits }, bytes), inBits.startsWith('0'.repeat(bits)));
      },
    ),
  );
});
