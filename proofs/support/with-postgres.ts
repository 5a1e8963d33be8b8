import { spawn } from 'node:child_process';
import { startPostgres } from '#proofs/support/postgres-server.ts';

// with-postgres.ts -- command…: runs a command with its own PostgreSQL, named by TEST_DATABASE_URL.

const [separator, command, ...parameters] = process.argv.slice(2);
if (separator !== '--' || command === undefined) {
  process.stderr.write('Usage: with-postgres.ts -- command…\n');
  process.exit(2);
}

const server = await startPostgres().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : 'PostgreSQL for tests did not start'}\n`);
  process.exit(1);
});
const child = spawn(command, parameters, {
  stdio: 'inherit',
  env: { ...process.env, TEST_DATABASE_URL: server.url },
});
// A terminal sends the signal to the child as well; this process waits for the child's end.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill('SIGTERM'));
process.exitCode = await new Promise<number>((resolve) => {
  child.on('exit', (code) => resolve(code ?? 1));
  child.on('error', (error) => {
    process.stderr.write(`${error.message}\n`);
    resolve(127);
  });
});
await server.stop();
