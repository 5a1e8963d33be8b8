import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLIENT_TEXT, clientInput } from '#domain/clients/client.ts';
import { completeFields } from '#web/practice/record-form/complete-fields.ts';

const OLD = { name: '—', phone: '1', description: ' ' };

test('a new record is checked and completed as a whole', () => {
  const typed = { name: ' Ян\u200B ', phone: '123456', description: ' ' };
  const fields = { name: 'Ян', phone: '123456', description: '' };
  assert.deepEqual(completeFields(clientInput, typed, null), { fields, changes: fields, errors: {} });
  assert.deepEqual(Object.keys(completeFields(clientInput, OLD, null).errors), ['name', 'phone']);
});

test('a field that is as stored is not to blame and stays as it is', () => {
  const typed = { ...OLD, description: 'Описание' };
  assert.deepEqual(completeFields(clientInput, typed, OLD), {
    fields: { ...OLD, description: 'Описание' },
    changes: { description: 'Описание' },
    errors: {},
  });
  assert.deepEqual(completeFields(clientInput, { ...OLD, phone: '2' }, OLD).errors, {
    phone: CLIENT_TEXT.phoneTooShort,
  });
});
