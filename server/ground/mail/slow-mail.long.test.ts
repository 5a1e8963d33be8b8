import { test } from 'node:test';
import { forEachEngine } from '#proofs/support/engines.ts';
import { expectNoWaiting } from '#proofs/support/mail/slow-mail.ts';

forEachEngine((engine) => {
  for (const [what, behaviour] of [
    ['hangs up', 'hang-up'],
    ['refuses everybody', 'refuse'],
  ] as const) {
    test(`AUTH-01 PUBLIC-05 a mail server that ${what} holds up no registration and no request`, () =>
      expectNoWaiting(engine, behaviour));
  }
});
