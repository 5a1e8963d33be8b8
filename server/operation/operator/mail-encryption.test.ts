import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { afterEach, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { openTestDatabase } from '#proofs/support/engines.ts';
import { plantDueLetters } from '#proofs/support/letters/plant-letters.ts';
import { mailContext } from '#proofs/support/mail/mail-context.ts';
import { NOON } from '#proofs/support/test-server.ts';
import { type Encryption, startFakeSmtp } from '#proofs/support/mail/fake-smtp.ts';
import { runTyped } from '#proofs/support/operator/typed.ts';
import { CERTIFICATE, EXPIRED, NOT_YET_VALID } from '#proofs/support/tls-front.ts';
import { readConfig } from '#server/ground/config/config.ts';
import { startOutbox } from '#server/ground/mail/outbox.ts';
import { mail as letters } from '#server/letters.ts';
import { checkMail } from '#server/operation/operator/check-mail.ts';
import { COMMANDS } from '#server/operation/operator/commands.ts';

const USUAL = getCACertificates('default');
afterEach(() => setDefaultCACertificates(USUAL));

const NAMES = { publicUrl: 'https://kabinet.example', mailFrom: 'kabinet@mail.example' };

const LINES: [scheme: string, encryption: Encryption][] = [
  ['smtp', 'STARTTLS'],
  ['smtps', 'from the start'],
];

for (const [scheme, encryption] of LINES) {
  // As a destination, 0.0.0.0 is this machine, but it does not count as a name of this machine.
  const elsewhere = (url: string, options = '') =>
    `${scheme}://anna:secret-password@0.0.0.0:${new URL(url).port}${options}`;
  const sent = (smtpUrl: string) =>
    runTyped(['mail-test', 'anna@example.org'], {
      commands: COMMANDS,
      env: { SMTP_URL: smtpUrl, MAIL_FROM: NAMES.mailFrom },
    });

  test(`SAFE-04 a letter goes encrypted (${encryption}) to a mail server whose certificate is good`, async () => {
    await using mail = await startFakeSmtp('accept', undefined, encryption);
    setDefaultCACertificates([...USUAL, readFileSync(CERTIFICATE, 'utf8')]);
    const smtpUrl = elsewhere(mail.url, '?tls.servername=localhost');
    const { status, beside } = await sent(smtpUrl);
    assert.deepEqual([status, beside, mail.taken.length, mail.encrypted], [0, '', 1, 1]);
    assert.deepEqual(await checkMail({ smtpUrl, ...NAMES }), { state: 'ok', says: 'The mail server 0.0.0.0 answers.' });
    assert.equal(mail.encrypted, 2);
  });

  test(`SAFE-04 mail-test and doctor say that a certificate (${encryption}) is refused, and why`, async () => {
    await using mail = await startFakeSmtp('accept', undefined, encryption);
    const refused = async (smtpUrl: string, why: string) => {
      assert.deepEqual(await sent(smtpUrl), {
        status: 1,
        output: '',
        beside: `The mail server of SMTP_URL did not take the letter (${why}).\n`,
      });
      assert.deepEqual(await checkMail({ smtpUrl, ...NAMES }), {
        state: 'failed',
        says: `The mail server of SMTP_URL does not take letters (${why}).`,
      });
    };
    await refused(elsewhere(mail.url, '?tls.servername=localhost'), 'certificate not trusted');
    setDefaultCACertificates([...USUAL, readFileSync(CERTIFICATE, 'utf8')]);
    await refused(elsewhere(mail.url, '?tls.servername=mail.example.org'), 'certificate for another name');
    for (const [file, why] of [
      [EXPIRED, 'certificate expired'],
      [NOT_YET_VALID, 'certificate not yet valid'],
    ] as const) {
      mail.certificate = file;
      setDefaultCACertificates([...USUAL, readFileSync(file, 'utf8')]);
      await refused(elsewhere(mail.url, '?tls.servername=localhost'), why);
    }
    assert.doesNotMatch(mail.commands.join('\n'), /^(?:AUTH|MAIL|DATA)/m);
    assert.deepEqual(mail.taken, []);
  });

  test(`SAFE-04 a mail server of this machine may have a certificate of its own making (${encryption})`, async () => {
    await using mail = await startFakeSmtp('accept', undefined, encryption);
    const { port } = new URL(mail.url);
    for (const host of [`127.0.0.1:${port}`, `0.0.0.0:${port}?insecure=1`]) {
      assert.deepEqual(
        [
          (await sent(`${scheme}://${host}`)).status,
          (await checkMail({ smtpUrl: `${scheme}://${host}`, ...NAMES })).state,
        ],
        [0, host.includes('insecure') ? 'warning' : 'ok'],
      );
    }
    assert.deepEqual([mail.taken.length, mail.encrypted], [2, 4]);
  });
}

test('LETTER-07 every program of ours greets a mail server by the public name, never as [127.0.0.1]', async () => {
  for (const [publicUrl, name] of [
    ['https://kabinet.example', 'kabinet.example'],
    ['http://127.0.0.1:8090', 'mail.example'],
  ] as const) {
    await using mail = await startFakeSmtp();
    const env = { SMTP_URL: mail.url, PUBLIC_URL: publicUrl, MAIL_FROM: NAMES.mailFrom };
    const config = readConfig(env);
    await runTyped(['mail-test', 'anna@example.org'], { commands: COMMANDS, env });
    await checkMail(config);
    await using data = await openTestDatabase('sqlite');
    const context = await mailContext(
      data.db,
      { ...data.config, ...config, dataDir: data.config.dataDir },
      { now: NOON },
    );
    await plantDueLetters(data.db, 1, NOON);
    const taken = mail.nextTaken();
    const outbox = startOutbox(context, letters);
    await taken;
    await outbox.stop();
    const greetings = mail.commands.filter((line) => /^(?:EHLO|HELO)/i.test(line));
    assert.deepEqual(greetings, Array(3).fill(`EHLO ${name}`));
    for (const letter of mail.taken) assert.match(letter, /^X-Auto-Response-Suppress: OOF, AutoReply$/m);
  }
});
