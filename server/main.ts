import { join } from 'node:path';
import { ConfigError, readConfig } from '#server/config.ts';
import { StartError } from '#server/db/start-error.ts';
import { startServer } from '#server/start-server.ts';

const WEB_FOLDER = join(import.meta.dirname, '../dist/web');
const LAST_RESORT_MS = 12_000;

try {
  const server = await startServer(readConfig(), WEB_FOLDER);
  let stopping = false;
  const stop = (): void => {
    // A terminal, npm and the start script each pass the signal on: the second one must not cut the first one short.
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), LAST_RESORT_MS).unref();
    void server.stop();
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  process.stdout.write(`Kabinet is ready: ${server.url}\n`);
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
