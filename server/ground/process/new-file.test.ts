import assert from 'node:assert/strict';
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { discardCopy } from '#server/data/backup/scratch.ts';
import { appendErased, ERASED_FILE } from '#server/data/erasures/erased-list.ts';
import { folderTransport } from '#server/ground/mail/folder-transport.ts';
import { writeNewFile } from '#server/ground/process/new-file.ts';
import { replaceFile } from '#server/ground/process/replace-file.ts';
import { createLog } from '#server/ground/process/log.ts';

const SECRET = 'a file of root\n';

/** The functions that write into the data folder, with the name of the file that somebody replaced by a link. */
const WRITERS: Record<string, (file: string, folder: string) => unknown> = {
  'a new file': (file) => writeNewFile(file, 'x'),
  'a replaced file': (file) => replaceFile(file.replace(/\.new$/, ''), 'x'),
  'a copy that is thrown away': (file) => discardCopy(file),
  'the list of the erased': (_file, folder) =>
    appendErased(folder, [{ account: 'a'.repeat(15), deleted: '2026-11-21 09:00:00.000Z' }]),
  'a letter': async (file, folder) =>
    folderTransport(folder, createLog({ logLevel: 'silent' })).send(
      { from: 'a@b.example', to: 'c@d.example', raw: Buffer.from('x'), name: 'letter' },
      AbortSignal.timeout(1000),
    ),
};
const NAMES: Record<string, string> = { 'the list of the erased': ERASED_FILE, 'a letter': 'letter.eml.new' };

for (const [what, write] of Object.entries(WRITERS)) {
  for (const [kind, plant] of [
    ['symbolic', symlinkSync],
    ['hard', linkSync],
  ] as const) {
    // Appending to an existing file cannot detect a hard link; the kernel keeps other users from creating one.
    if (kind === 'hard' && what === 'the list of the erased') continue;
    test(`SAFE-04 ${what} is never written through a ${kind} link in the folder of the data`, async () => {
      const above = mkdtempSync(join(tmpdir(), 'kabinet-links-'));
      try {
        const [folder, secret] = [join(above, 'data'), join(above, 'secret')];
        mkdirSync(folder);
        writeFileSync(secret, SECRET);
        const file = join(folder, NAMES[what] ?? 'file.new');
        plant(secret, file);
        await Promise.resolve()
          .then(() => write(file, folder))
          .catch(() => undefined);
        assert.equal(readFileSync(secret, 'utf8'), SECRET);
        assert.ok(!existsSync(file) || !lstatSync(file).isSymbolicLink() || what === 'the list of the erased');
      } finally {
        rmSync(above, { recursive: true });
      }
    });
  }
}
