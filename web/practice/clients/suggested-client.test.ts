import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suggestedClient } from '#web/practice/clients/suggested-client.ts';

test('CAL-04 a typed text becomes the name of a new client, digits the phone', () => {
  assert.deepEqual(suggestedClient(' анна д’арк-иванова '), { name: 'Анна Д’арк-Иванова' });
  assert.deepEqual(suggestedClient('+7 (916) 204-18'), { phone: '+7 (916) 204-18' });
  assert.deepEqual(suggestedClient('8916'), { phone: '8916' });
  assert.deepEqual(suggestedClient('Анна 2'), { name: 'Анна 2' });
  assert.deepEqual(suggestedClient(''), { name: '' });
});
