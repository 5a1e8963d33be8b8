import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkMailDomain, type Records } from '#server/operation/operator/check-mail-domain.ts';

const SENDER = {
  smtpUrl: 'smtps://kabinet%40kabinet.example.org:x@mail.example',
  mailFrom: 'Кабинет <kabinet@kabinet.example.org>',
  publicUrl: 'https://kabinet.example.org',
};
const withCode = (code: string) => Object.assign(new Error(code), { code });

/** The records of a name server: TXT by name, domains with a mail server, and names by address. */
function records(
  texts: Record<string, string>,
  mail: readonly string[] = [],
  names: Record<string, string> = {},
): Records {
  const addresses = Object.keys(names);
  return {
    resolve4: async () => addresses.filter((address) => !address.includes(':')),
    resolve6: async () => addresses.filter((address) => address.includes(':')),
    reverse: async (address: string) => {
      if (!names[address]) throw withCode('ENOTFOUND');
      return [names[address]];
    },
    resolveTxt: async (name) => {
      const text = texts[name];
      if (text === undefined) throw withCode('ENOTFOUND');
      // A long record arrives in pieces.
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

test('SAFE-04 doctor says where the sender is not of the account that sends, or its own server’s address has no name', async () => {
  const [domain, policy] = ['kabinet.example.org', '_dmarc.kabinet.example.org'];
  const of = (names: Record<string, string>) =>
    records({ [domain]: 'v=spf1 -all', [policy]: 'v=DMARC1; p=none' }, [domain], names);
  const from = (smtpUrl: string, names: Record<string, string> = {}) =>
    checkMailDomain({ ...SENDER, smtpUrl }, of(names));
  const strangers = await from('smtps://anna%40gmail.com:x@smtp.gmail.com');
  assert.equal(strangers.state, 'warning');
  assert.match(strangers.says, /^MAIL_FROM is of kabinet\.example\.org, the account of SMTP_URL of gmail\.com:/);
  for (const account of ['postmaster%40example.org', 'postmaster%40mg.kabinet.example.org', 'apikey'])
    assert.equal((await from(`smtps://${account}:x@mail.example`)).state, 'ok', account);

  const own = { '203.0.113.9': domain, '2001:db8::9': '' };
  assert.equal((await from('smtps://mail.example', own)).state, 'ok', 'the address of somebody else’s server');
  const half = await from('smtp://127.0.0.1', own);
  assert.equal(half.state, 'warning');
  assert.match(half.says, /has no PTR record of 2001:db8::9 that says kabinet\.example\.org: letters/);
  assert.equal((await from('smtp://localhost', { '203.0.113.9': domain })).state, 'ok');
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
      ...unasked,
      resolveTxt: async () => Promise.reject(withCode(code)),
      resolveMx: async () => Promise.reject(withCode(code)),
    };
    const { state, says } = await checkMailDomain(SENDER, cut);
    assert.deepEqual([state, says.includes('cannot be looked up')], ['ok', true], code);
  }
});
