import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { reportOf } from '#proofs/support/mail/report.ts';
import { readReport } from '#server/ground/mail/read-report.ts';

const messageId = `${'a'.repeat(32)}@kabinet.example`;
const RETURNED = { messageId, status: '5.1.1', recipients: Array(3).fill('maria@example.org') };

test('LETTER-07 a report says which letter came back, why, and for whom', async () => {
  assert.deepEqual(await readReport(reportOf({ messageId })), RETURNED);
  assert.deepEqual(await readReport(reportOf({ messageId, status: '5.2.2 (mailbox full)' })), {
    ...RETURNED,
    status: '5.2.2',
  });
  const unix = Buffer.from(reportOf({ messageId }).toString().replaceAll('\r\n', '\n'));
  assert.deepEqual(await readReport(unix), RETURNED);
  const headersAlone = reportOf({ messageId }).toString().replace('message/rfc822', 'text/rfc822-headers');
  assert.deepEqual(await readReport(Buffer.from(headersAlone)), RETURNED);
  // The server gave up after days.
  assert.equal((await readReport(reportOf({ messageId, status: '4.4.1' })))?.status, '4.4.1');
});

test('LETTER-07 a report of a delay, of a delivery, a reply and anything else say nothing', async () => {
  for (const action of ['delayed', 'delivered', 'relayed', 'expanded']) {
    assert.equal(await readReport(reportOf({ messageId, action, status: '4.4.1' })), null, action);
  }
  const text = reportOf({ messageId }).toString();
  for (const other of [
    text.replaceAll(/^Action: .*\r\n/gm, '').replace('Status: 5.1.1', 'Status: 4.4.1'),
    text.replace('message/delivery-status', 'text/plain'),
    text.replace('message/rfc822', 'text/plain'),
    text.replace(/Message-ID:\r\n.*\r\n/, ''),
    'From: maria@example.org\r\nSubject: Re\r\n\r\nЯ приду\r\n',
    '',
  ]) {
    assert.equal(await readReport(Buffer.from(other)), null, other.slice(0, 200));
  }
});

test('LETTER-07 a report of ten megabytes is read as far as it speaks', async () => {
  const rest = `\r\n${'0123456789abcdef'.repeat(4)}`.repeat(160_000);
  const began = process.cpuUsage();
  assert.deepEqual(await readReport(reportOf({ messageId, rest })), RETURNED);
  const { user } = process.cpuUsage(began);
  assert.ok(user < 5_000_000, `${user / 1000} ms`);
  // Nothing after that is searched.
  const late = reportOf({ messageId })
    .toString()
    .replace('Нет такого', (words) => words + rest.slice(0, 300 * 1024));
  assert.equal(await readReport(Buffer.from(late)), null);
});

test('LETTER-07 no bytes make the reader throw', async () => {
  const whole = reportOf({ messageId });
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length), fc.uint8Array({ maxLength: 60 }), async (at, bytes) => {
      const broken = Buffer.concat([whole.subarray(0, at), bytes, whole.subarray(at)]);
      const read = await readReport(broken);
      assert.ok(read === null || /^[245]\.\d+\.\d+$/.test(read.status));
    }),
    { numRuns: 100 },
  );
});
