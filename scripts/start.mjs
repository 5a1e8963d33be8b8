/** `npm start`: sets up what is missing, builds the web if it changed, and runs the server. */
import { buildWeb } from './build-web.mjs';
import { foreground, programArguments, programEnvironment } from './lib-process.mjs';
import { runAsScript } from './lib-project.mjs';
import { setUp } from './setup.mjs';

/**
 * @param {string} program
 * @param {string[]} options
 */
export async function startProgram(program, options = []) {
  await setUp();
  await buildWeb();
  return foreground('node', [...programArguments(), program, ...options], { env: programEnvironment() });
}

await runAsScript(import.meta.url, () => startProgram('server/main.ts'));
