import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isForTheSender } from '#domain/letters/refusal.ts';

const isWaiting = (command: string, answer: string): boolean =>
  isForTheSender({ command, code: Number(answer.slice(0, 3)), answer });

test('LETTER-07 a refusal for the sender’s sake waits, whatever the recipient', () => {
  for (const answer of [
    '550 5.4.5 Daily user sending quota exceeded',
    '550 5.7.0 Must issue a STARTTLS command first',
    '550 5.7.1 Relaying denied, sender account suspended',
    '554 5.7.1 <maria@example.org>: Relay access denied',
    '550 5.7.1 Client host rejected: blocked using zen.example',
    '550 5.7.26 This mail is unauthenticated, which poses a security risk',
    '550 5.7.2 not authorized for this list',
    '550 5.7.3 cannot achieve exchange server authentication',
    '550 5.7.4 security features not supported',
    '535 5.7.8 Authentication credentials invalid',
    '550 5.1.8 Sender address rejected: Domain not found',
    '553 5.1.7 bad sender address',
    '550 5.3.1 mail system full',
    '550 5.5.0 Sending rate limit reached',
    '550-5.4.5 Daily user sending quota\n550 5.4.5 exceeded',
    '550 Relaying denied',
    '554 Relay access denied',
    '550 You have exceeded your daily sending quota',
    '550 Message rejected due to local policy',
    '554 Your access to this mail system has been rejected due to the sending MTA’s poor reputation',
    '530 Authentication required',
    '503 AUTH first',
    '550 SPF check failed',
  ]) {
    for (const command of ['RCPT TO', 'DATA']) assert.equal(isWaiting(command, answer), true, `${command}: ${answer}`);
  }
  for (const command of ['MAIL FROM', 'AUTH', 'EHLO']) assert.equal(isWaiting(command, '550 5.1.1 no'), true, command);
});

test('LETTER-07 a refusal about the recipient or the letter is final, with an enhanced code or without', () => {
  for (const answer of [
    '550 5.1.0 Address rejected',
    '550 5.1.1 No such user',
    '550 5.1.2 Host unknown',
    '550 5.1.10 Recipient address has null MX',
    '550 5.2.1 Mailbox disabled',
    '552 5.2.2 Mailbox full, quota exceeded',
    '552 5.3.4 Message size exceeds fixed limit',
    '550 5.4.1 Recipient address rejected: Access denied',
    '550 5.6.0 cannot be converted',
    '550 5.0.0 No such user here',
    '550 nobody',
    '550 User unknown',
    '551 user not local',
    '552 mailbox is over quota',
    '550 user is over quota, storage limit reached',
    '553 mailbox name not allowed',
    '554 no',
    '554 delivery error: this user doesn’t have an account',
  ]) {
    for (const command of ['RCPT TO', 'DATA']) assert.equal(isWaiting(command, answer), false, `${command}: ${answer}`);
  }
  assert.equal(isWaiting('DATA', '554 5.7.1 Message rejected as spam'), false, 'the same letter is the same spam');
});
