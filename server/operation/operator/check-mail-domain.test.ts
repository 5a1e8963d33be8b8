import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkMailDomain, type Records } from '#server/operation/operator/check-mail-domain.ts';

const SENDER = { smtpUrl: 'smtps://mail.example', mailFrom: 'Кабинет <kabinet@kabinet.example.org>' };
const withCode = (code: string) => Object.assign(new Error(code), { code });

/** What a name server holds: texts by their names, and the domains with a mail server. */
function records(texts: Record<string, string>, mail: readonly string[] = []): Records {
  return {
    resolveTxt: async (name) => {
      const text = texts[name];
      if (text === undefined) throw withCode('ENOTFOUND');
      // A long one comes in pieces.
      return [['other'], [text.slice(0, 4), text.slice(4)]];
    },
    resolveMx: async (name) => {
      if (!mail.includes(name)) throw withCode('ENODATA');
      return [{ exchange: 'mx.example', priority: 10 }];
    },
  };
}

test('SAFE-04 doctor says what the domain of the sender lacks', async () => {
  const [domain, policy] = ['kabinet.example.org', '_dmarc.example.org'];
  const whole = records({ [domain]: 'v=spf1 -all', [policy]: 'v=DMARC1; p=none' }, [domain]);
  assert.equal((await checkMailDomain(SENDER, whole)).state, 'ok');
  const none = await checkMailDomain(SENDER, records({ [domain]: 'v=spf10' }));
  assert.equal(none.state, 'warning');
  assert.match(none.says, /MAIL_FROM, has no TXT record v=spf1, no TXT record v=DMARC1 at _dmarc\.\S+, no MX record/);
});

test('SAFE-04 doctor asks nobody where no letter leaves, and without a network it says nothing of the domain', async () => {
  const unasked = records({}, []);
  for (const sender of [
    { ...SENDER, smtpUrl: null },
    { ...SENDER, mailFrom: 'kabinet@localhost' },
  ]) {
    assert.deepEqual(await checkMailDomain(sender, unasked), { state: 'ok', says: 'No letter leaves this machine.' });
  }
  for (const code of ['ETIMEOUT', 'ECONNREFUSED', 'ESERVFAIL']) {
    const cut: Records = {
      resolveTxt: async () => Promise.reject(withCode(code)),
      resolveMx: async () => Promise.reject(withCode(code)),
    };
    const { state, says } = await checkMailDomain(SENDER, cut);
    assert.deepEqual([state, says.includes('cannot be looked up')], ['ok', true], code);
  }
});
