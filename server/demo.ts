import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#server/config.ts';
import { furnishDemo } from '#server/demo/furnish-demo.ts';
import { DEMO_PRACTITIONER } from '#server/demo/texts.ts';
import { runProgram } from '#server/run-program.ts';
import { startServer } from '#server/start-server.ts';

/** The program on throwaway data: an own folder that goes when it stops, whatever DATA_DIR and DATABASE_URL say. */
await runProgram(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-demo-'));
  const throwAway = () => rm(folder, { recursive: true, force: true });
  try {
    const config = { ...readConfig(), dataDir: folder, databaseUrl: null };
    const server = await startServer(config, join(import.meta.dirname, '../dist/web'));
    const { bookingHash } = await furnishDemo(server.context);
    process.stdout.write(
      [
        `Kabinet demo is ready: ${server.url}`,
        `  sign in:      ${DEMO_PRACTITIONER.email}`,
        `  password:     ${DEMO_PRACTITIONER.password}`,
        `  booking page: ${server.url}/booking/${bookingHash}`,
        'The data is thrown away when this program stops.\n',
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
