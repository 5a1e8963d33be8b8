import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError, badRequest, conflict, notFound, slotTaken } from '#domain/errors.ts';

test('refusals carry their status and the fields to blame', () => {
  assert.equal(badRequest('No.').status, 400);
  assert.equal(conflict('No.').status, 409);
  assert.equal(notFound().status, 404);
  const taken = slotTaken();
  assert.ok(taken instanceof AppError);
  assert.equal(taken.status, 409);
  assert.equal(taken.fields['date']?.code, 'slot_taken');
});
