/** Exit code 0 while the program on this machine responds: the health check of the container image. */
import { readConfig } from '#server/ground/config/config.ts';
import { runCommand } from '#server/ground/process/run-program.ts';

const ANSWERS_WITHIN_MS = 2500;
const EVERYWHERE: readonly string[] = ['0.0.0.0', '::'];

await runCommand(async () => {
  const { host, port } = readConfig();
  const address = EVERYWHERE.includes(host) ? '127.0.0.1' : host;
  const answer = await fetch(`http://${address.includes(':') ? `[${address}]` : address}:${port}/api/health`, {
    signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
  }).catch(() => null);
  process.exitCode = answer?.ok ? 0 : 1;
});
