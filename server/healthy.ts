/** Exit code 0 when the program of this machine answers: the health check of the container image. */
import { readConfig } from '#server/config.ts';

const ANSWERS_WITHIN_MS = 2500;

const { port } = readConfig();
const answer = await fetch(`http://127.0.0.1:${port}/api/health`, {
  signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
}).catch(() => null);
process.exitCode = answer?.ok ? 0 : 1;
