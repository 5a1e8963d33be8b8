import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consentDocument } from '#domain/consents/consent-values.ts';
import { consentForm, nextVersion, templateOf } from '#web/account/profile/consent/consent-form.ts';

const profile = { name: 'Елена Рудакова', ask_consent: false };
const document = { version: 2, title: 'Согласие', text: 'Первая\nвторая' };

test('CONSENT-01 a practice without a text begins with one that names the practitioner and can be stored as it is', () => {
  const form = consentForm({ profile, document: null });
  assert.match(form.text, /психолог: Елена Рудакова\./);
  const { title, text } = consentDocument.parse(form);
  assert.deepEqual({ title, text }, templateOf('Елена Рудакова'));
  assert.equal(nextVersion({ profile, document: null }, form), null);
  assert.equal(nextVersion({ profile, document: null }, { ...form, ask_consent: true }), 1);
  assert.equal(nextVersion({ profile, document: null }, { ...form, text: 'Иначе' }), 1);
});

test('CONSENT-01 only another title or text makes the next version, and spaces or line ends make none', () => {
  const stored = { profile, document };
  const form = consentForm(stored);
  assert.equal(nextVersion(stored, form), null);
  assert.equal(nextVersion(stored, { ...form, ask_consent: true }), null);
  assert.equal(nextVersion(stored, { ...form, text: ' Первая\r\nвторая\n ' }), null);
  assert.equal(nextVersion(stored, { ...form, text: 'Первая\nтретья' }), 3);
  assert.equal(nextVersion(stored, { ...form, title: 'Соглашение' }), 3);
});
