/**
 * `npm run bench`: how fast the server responds, compared with other servers on the same data, as a table.
 * `-- --quick` takes shorter rounds, `-- --pocketbase PATH` adds the PocketBase at that path, `-- growth` compares files
 * of a thousand to a million sessions, `-- provider` loads one node on PostgreSQL with a thousand practices,
 * `-- sealing` compares sealed texts with plain ones.
 */
import { availableParallelism } from 'node:os';
import { buildServer } from './build-server.mjs';
import { capture, foreground, testEnvironment } from './lib-process.mjs';
import { runAsScript } from './lib-project.mjs';
import { setUp } from './setup.mjs';

await runAsScript(import.meta.url, async () => {
  await setUp();
  await buildServer();
  const command = ['node', 'bench/bench.ts', ...process.argv.slice(2)];
  const env = await testEnvironment();
  // The servers have the first core to themselves, the load comes from the second.
  const apart = availableParallelism() > 1 && (await capture('taskset', ['--version'])).ok;
  if (apart) return foreground('taskset', ['-c', '1', ...command], { env: { ...env, SERVER_CORE: '0' } });
  console.log('No second core, or no taskset: the load and the servers take turns on the same ones.');
  return foreground('node', command.slice(1), { env });
});
