import { readConfig } from '#server/ground/config/config.ts';
import { mail } from '#server/letters.ts';
import { startOutbox } from '#server/ground/mail/outbox.ts';
import { openUnlocked } from '#proofs/support/engines.ts';
import { mailContext } from '#proofs/support/mail/mail-context.ts';

// The sender of letters alone in a process, for tests that kill it.
const config = readConfig();
const db = await openUnlocked(config);
const clock = {
  get now() {
    return Temporal.Now.instant();
  },
};
startOutbox(await mailContext(db, config, clock), mail);
setInterval(() => undefined, 60_000);
