import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toldApart } from '#domain/clients/told-apart.ts';

test('CLIENT-13 a name that another client has too stands with the last digits of its first phone', () => {
  const anna = { name: 'Иванова Анна', phone: '+7 (916) 204-16-99' };
  assert.equal(toldApart(anna), 'Иванова Анна');
  assert.equal(toldApart({ ...anna, namesake: false }), 'Иванова Анна');
  assert.equal(toldApart({ ...anna, namesake: true }), 'Иванова Анна ··\u00A016-99');
  for (const phone of ['89162041699', '8 916 204 16 99, 204-18-35', '+7 916 204-16-99 доб. 12']) {
    assert.equal(toldApart({ name: 'Анна', phone, namesake: true }), 'Анна ··\u00A016-99');
  }
  assert.equal(toldApart({ name: 'Анна', phone: 'тел', namesake: true }), 'Анна');
  assert.equal(toldApart({ name: 'Анна', namesake: true }), 'Анна');
});
