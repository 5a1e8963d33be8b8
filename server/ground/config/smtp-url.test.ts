import assert from 'node:assert/strict';
import { test } from 'node:test';
import { smtpTransport } from '#server/ground/mail/smtp-transport.ts';
import { withEncryption } from '#server/ground/config/smtp-url.ts';
import { startFakeSmtp } from '#proofs/support/mail/fake-smtp.ts';
import type { Delivery } from '#server/ground/mail/transport.ts';

const PASSWORD = 'geheim-und-lang';

/** Sends a letter through a mail server with passwords and no encryption, under the name `host`. */
async function sendOver(host: string, options = ''): Promise<{ delivery: Delivery; heard: string }> {
  await using smtp = await startFakeSmtp('accept');
  const url = new URL(smtp.url);
  const transport = smtpTransport(`smtp://anna:${PASSWORD}@${host}:${url.port}${options}`);
  const message = { from: 'a@example.org', to: 'b@example.org', raw: Buffer.from('Subject: x\r\n\r\ntext'), name: 'x' };
  const delivery = await transport.send(message, AbortSignal.timeout(10_000));
  return { delivery, heard: [...smtp.commands, ...smtp.taken].join('\n') };
}

// As a destination, 0.0.0.0 is this machine, but it does not count as a name of this machine.
test('a mail server elsewhere that offers no encryption gets neither the password nor a letter', async () => {
  for (const options of ['', '?ignoreTLS=true', '?opportunisticTLS=true', '?requireTLS=false', '?insecure=0']) {
    const { delivery, heard } = await sendOver('0.0.0.0', options);
    assert.equal(delivery.outcome, 'later', options);
    assert.doesNotMatch(heard, /^(?:AUTH|MAIL|RCPT|DATA)/m, options);
  }
});

test('where the URL says so, and on this machine, it gets both', async () => {
  for (const [host, options] of [
    ['0.0.0.0', '?insecure=1'],
    ['127.0.0.1', ''],
  ] as const) {
    const { delivery, heard } = await sendOver(host, options);
    assert.deepEqual(delivery, { outcome: 'sent' });
    assert.match(heard, /^AUTH PLAIN /m);
  }
});

test('other options of the URL stay', () => {
  assert.equal(
    withEncryption('smtps://a%40b:p%2Fw@mail.example:465?tls.servername=x'),
    'smtps://a%40b:p%2Fw@mail.example:465?tls.servername=x&requireTLS=true',
  );
});
