import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  FIRST_FORM_LENGTHS,
  FIRST_FORM_PLACES,
  flipped,
  readFirstForm,
  unsealedIn,
} from '#proofs/support/backup/first-form.ts';
import { KEY } from '#proofs/support/backup/run-command.ts';
import { StartError } from '#server/ground/process/start-error.ts';

const folder = mkdtempSync(join(tmpdir(), 'kabinet-sealed-'));
after(() => rmSync(folder, { recursive: true }));

// Each costs as much as a guess at the passphrase.
test('a file of the first form that was changed or cut off in any of its parts is refused', async () => {
  const bytes = await readFirstForm();
  for (const length of FIRST_FORM_LENGTHS) {
    await assert.rejects(unsealedIn(folder, bytes.subarray(0, length), KEY), StartError, `${length}`);
  }
  for (const at of FIRST_FORM_PLACES) {
    await assert.rejects(unsealedIn(folder, flipped(bytes, at, 0), KEY), StartError, `${at}`);
  }
});
