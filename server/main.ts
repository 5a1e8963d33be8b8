import { join } from 'node:path';
import { readConfig } from '#server/config.ts';
import { runProgram } from '#server/run-program.ts';
import { startServer } from '#server/start-server.ts';

await runProgram(async () => {
  const server = await startServer(readConfig(), join(import.meta.dirname, '../dist/web'));
  process.stdout.write(`Kabinet is ready: ${server.url}\n`);
  return () => server.stop();
});
