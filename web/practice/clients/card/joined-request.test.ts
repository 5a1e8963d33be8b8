import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinedRequest } from '#web/practice/clients/card/joined-request.ts';

test('CARD-05 a visitor’s words are added to the request behind an empty line', () => {
  assert.equal(joinedRequest('', ' Плохо сплю\n'), 'Плохо сплю');
  assert.equal(joinedRequest('Тревога\n', 'Плохо сплю'), 'Тревога\n\nПлохо сплю');
});
