import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { consentErrors } from '#domain/consents/consent.ts';
import { consentDocument } from '#domain/consents/consent-values.ts';

test('CONSENT-01 one text has one form: line ends and outer spaces do not make a version', () => {
  const parse = (text: string) => consentDocument.parse({ title: ' Согласие ', text }).text;
  assert.equal(parse(' Первая\r\nвторая\rтретья\n '), 'Первая\nвторая\nтретья');
  const text = fc.stringMatching(/^[а-я \r\n]{0,40}[а-я]$/);
  fc.assert(fc.property(text, (typed) => assert.equal(parse(parse(typed)), parse(typed))));
  for (const wrong of ['', ' \n ', 'я'.repeat(20_001), '\0']) {
    assert.equal(consentDocument.safeParse({ title: 'Согласие', text: wrong }).success, false);
  }
});

test('CONSENT-02 where a document is asked for, only its own id agrees to it', () => {
  const id = fc.stringMatching(/^[a-z]{0,3}$/);
  fc.assert(
    fc.property(fc.option(id.map((current) => ({ id: current }))), id, (current, given) => {
      const errors = consentErrors(current, given);
      assert.equal(Object.keys(errors).length === 0, current === null || current.id === given);
    }),
  );
  assert.equal(consentErrors({ id: 'a' }, '')['consent']?.code, 'validation_required');
  assert.equal(consentErrors({ id: 'a' }, 'b')['consent']?.code, 'consent_changed');
});
