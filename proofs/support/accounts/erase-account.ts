import { erasePiece } from '#server/accounts/deletion/eraser.ts';
import { readConfig } from '#server/ground/config/config.ts';
import { openUnlocked } from '#proofs/support/engines.ts';
import { mailContext } from '#proofs/support/mail/mail-context.ts';

// Runs the eraser alone in a process, for a test that kills it: erases the account in ACCOUNT and prints a line for
// each piece.
const config = readConfig();
const db = await openUnlocked(config);
const context = await mailContext(db, config, { now: Temporal.Now.instant() });
while (await erasePiece(context, process.env['ACCOUNT'] ?? '', 5)) process.stdout.write('piece\n');
