import { flushCompileCache } from 'node:module';
import { readConfig } from '#server/ground/config/config.ts';
import { whereLettersGo } from '#server/ground/mail/mailbox.ts';
import { inProject } from '#server/ground/process/project-root.ts';
import { VERSION } from '#server/ground/process/version.ts';
import { runProgram } from '#server/ground/process/run-program.ts';
import { startServer } from '#server/start-server.ts';

await runProgram(async () => {
  const config = readConfig();
  const server = await startServer(config, inProject('dist/web'));
  process.stdout.write(`Kabinet ${VERSION} is ready: ${server.url}\n${whereLettersGo(config, server.mailboxKey)}`);
  // Keeps Node's compiled code from now on, not only after an orderly end.
  flushCompileCache();
  return async () => {
    await server.leave();
    await server.stop();
  };
});
