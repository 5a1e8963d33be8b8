import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readDemoConfig } from '#demo/demo-config.ts';
import { furnishDemo } from '#demo/furnish-demo.ts';
import { LARGE, largePractice } from '#demo/large-practice.ts';
import { OLD, oldPractice } from '#demo/old-practice.ts';
import { demoPractice } from '#demo/practice.ts';
import { DEMO_PRACTITIONER } from '#demo/texts.ts';
import { StartError } from '#server/ground/process/start-error.ts';
import { whereLettersGo } from '#server/ground/mail/mailbox.ts';
import { inProject } from '#server/ground/process/project-root.ts';
import { randomText } from '#server/ground/identity/record-id.ts';
import { runProgram } from '#server/ground/process/run-program.ts';
import { startServer } from '#server/start-server.ts';

const LARGE_SIZE = `${LARGE.clients.toLocaleString('en')} clients and ${LARGE.sessions.toLocaleString('en')} sessions`;

const OLD_SIZE = `twelve years, ${OLD.clients} clients and ${OLD.sessions.toLocaleString('en')} sessions`;

const PRACTICES = {
  small: { make: demoPractice, says: `small; --large: ${LARGE_SIZE}, --old: ${OLD_SIZE}` },
  large: { make: largePractice, says: LARGE_SIZE },
  old: { make: oldPractice, says: OLD_SIZE },
} as const;

function readChoice(): keyof typeof PRACTICES {
  const flag = { type: 'boolean', default: false } as const;
  try {
    const { large, old } = parseArgs({ options: { large: flag, old: flag } }).values;
    if (!large || !old) return large ? 'large' : old ? 'old' : 'small';
  } catch {
    // Said below.
  }
  throw new StartError(
    'The demo takes one option: --large, for many clients, or --old, for a practice of twelve years.',
  );
}

/** Runs the program on throwaway data, in its own folder, deleted when it stops. */
await runProgram(async () => {
  const { make, says } = PRACTICES[readChoice()];
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-demo-'));
  const throwAway = () => rm(folder, { recursive: true, force: true });
  try {
    const password = randomText(12);
    const server = await startServer(readDemoConfig(folder), inProject('dist/web'));
    const { bookingHash } = await furnishDemo(server.context, password, make);
    process.stdout.write(
      [
        `Kabinet demo is ready: ${server.url}`,
        `  sign in:      ${DEMO_PRACTITIONER.email}`,
        `  password:     ${password}`,
        `  booking page: ${server.url}/booking/${bookingHash}`,
        `  practice:     ${says}`,
        `${whereLettersGo(server.context.config, server.mailboxKey)}The data is thrown away when this program stops.\n`,
      ].join('\n'),
    );
    return async () => {
      await server.stop();
      await throwAway();
    };
  } catch (error) {
    await throwAway();
    throw error;
  }
});
