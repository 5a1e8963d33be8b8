import { forEachEngine } from '#proofs/support/engines.ts';
import { expectNoWaiting } from '#proofs/support/mail/slow-mail.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

forEachEngine((engine) => {
  const it = sameOnBoth(engine);

  it('AUTH-01 PUBLIC-05 a mail server that keeps silent holds up no registration and no request', () =>
    expectNoWaiting(engine, 'silent'));
});
