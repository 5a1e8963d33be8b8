import { flushCompileCache } from 'node:module';
import { ConfigError, readConfig } from '#server/ground/config/config.ts';
import { whereLettersGo } from '#server/ground/mail/mailbox.ts';
import { inProject } from '#server/ground/process/project-root.ts';
import { VERSION } from '#server/ground/process/version.ts';
import { runProgram } from '#server/ground/process/run-program.ts';
import { tellServiceManager } from '#server/ground/process/tell-service-manager.ts';
import { startServer } from '#server/start-server.ts';

await runProgram(async () => {
  if (process.argv.length > 2) {
    throw new ConfigError('The server takes no arguments: its settings are variables. `kabinet help` lists commands.');
  }
  const config = readConfig();
  const server = await startServer(config, inProject('dist/web'));
  process.stdout.write(`Kabinet ${VERSION} is ready: ${server.url}\n${whereLettersGo(config, server.mailboxKey)}`);
  await tellServiceManager(server.context.log);
  // Keeps Node's compiled code from now on, not only after an orderly end.
  flushCompileCache();
  return async () => {
    await server.leave();
    await server.stop();
  };
});
