import { test } from 'node:test';
import { forEachEngine } from '#proofs/support/engines.ts';
import { expectNoWaiting } from '#proofs/support/mail/slow-mail.ts';

forEachEngine((engine) => {
  test('AUTH-01 PUBLIC-05 a mail server that keeps silent holds up no registration and no request', () =>
    expectNoWaiting(engine, 'silent'));
});
