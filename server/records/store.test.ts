import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { collections } from '#server/collections.ts';
import { inProject } from '#server/ground/process/project-root.ts';

/** Tests, demos and proofs insert rows freely; migrations change rows before any reader sees them. */
const NOT_THE_PROGRAM = /\.test\.ts$|\/(testing|faults|authorisation|demo|migrations)\//;

const PAST_THE_STORE: Record<string, string> = {
  'server/accounts/registration/register.ts': 'a row of the journal would tell by its time whether an address is taken',
  'server/accounts/sign-ins/credentials.ts':
    'a hidden column decides who is first; what people see is changed by updateRow',
  'server/accounts/letter-links/confirm-address.ts':
    'hidden columns alone; that the address is confirmed is written by updateRow',
  'server/accounts/deletion/delete-account.ts':
    'an account that ends takes its journal along, and its streams end with its sign-ins',
  'server/accounts/deletion/eraser.ts': 'the same, in pieces',
  'server/ground/mail/queues.ts': 'what became of a letter is published by recordOutcome',
  'server/practice/letters/letter-rows.ts':
    'a letter follows from a change that has a row of its own; streams are told here too',
  'server/practice/letters/outcomes.ts': 'the same',
  'server/practice/letters/request-letters.ts': 'the same: the letter in its place is planned right after',
  'server/practice/letters/return-letter.ts': 'the same',
  'server/practice/letters/write-client-letter.ts': 'the same, with the outcome that follows',
  'server/practice/letters/plan-due-reminders.ts':
    'from when on reminders fall due follows from what the practitioner chose',
  'server/practice/sessions/change-sessions.ts': 'the same, of sessions that updateRows changes right after',
  'server/practice/news/write-news.ts':
    'it follows from a change that has a row of its own, what she marks herself too; the rest goes after a month',
  'server/practice/letters/forget-letters.ts': 'what goes is on no screen any more, or was not needed',
  'server/data/erasures/erase-rows.ts': 'the same: no word of the person goes to a stream',
  'server/records/delete-with-dependents.ts': 'it writes the journal and publishes what stays of payments itself',
  'server/practice/money/store-package-shares.ts': 'an erasure tells of these rows right after',
  'server/practice/consents/agreements.ts': 'a computed flag of rows that an import has just added',
  'server/operation/operator/change-account.ts': 'a hidden column; the entry of the journal is the operator’s own',
  'server/practice/booking/release-old-requests.ts': 'where a request came from is shown by no record',
};

test('every change of a record passes the store, which writes the journal and publishes the event', () => {
  const tables = collections.map(({ name }) => name).join('|');
  const statement = new RegExp(`\\b(insertInto|updateTable|deleteFrom)(<[^>]*>)?\\(\\s*['"\`](${tables})['"\`]`);
  const files = globSync('server/**/*.ts', { cwd: inProject('.') }).filter((file) => !NOT_THE_PROGRAM.test(file));
  assert.ok(files.length > 100);
  const found = files.filter((file) => statement.test(readFileSync(inProject(file), 'utf8')));
  assert.deepEqual(found.toSorted(), Object.keys(PAST_THE_STORE).toSorted());
});
