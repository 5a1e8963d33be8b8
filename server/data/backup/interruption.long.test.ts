import { after, before, test } from 'node:test';
import { type BackedUp, backUp, killBackup, killRestore } from '#proofs/support/backup/interruption.ts';

let made: BackedUp;

before(async () => {
  made = await backUp();
});

after(() => made.practice[Symbol.asyncDispose]());

for (const [when, name] of [
  ['while it copies the database', 'backup-scratch'],
  ['when the file has its name', 'killed.backup'],
] as const) {
  test(`a backup that is killed ${when} leaves no half file under its name, and the next one passes`, () =>
    killBackup(made, name));
}

for (const name of ['lock.db', 'initialised', 'kabinet.db']) {
  test(`a restore that is killed at the sight of ${name} is refused by a server or is whole, and can be run again`, () =>
    killRestore(made, name));
}
