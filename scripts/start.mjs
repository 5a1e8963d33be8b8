/** `npm start`: sets up what is missing, builds what changed, and runs the server. */
import { buildAll } from './build.mjs';
import { goOnAs, programArguments, programEnvironment } from './lib-process.mjs';
import { runAsScript } from './lib-project.mjs';
import { setUp } from './setup.mjs';

/**
 * @param {string} program
 * @param {string[]} options
 */
export async function startProgram(program, options = []) {
  await setUp();
  await buildAll();
  return goOnAs([...programArguments(), program, ...options], programEnvironment());
}

await runAsScript(import.meta.url, () => startProgram('dist/server/main.js'));
