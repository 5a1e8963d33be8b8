/** `npm run backup -- FILE`: one encrypted file with all the data, from a running server too. */
import { resolve } from 'node:path';
import { foreground, nodeArguments } from './lib-process.mjs';
import { runAsScript } from './lib-project.mjs';
import { setUp } from './setup.mjs';

/**
 * The program runs in the project's folder; a file is named as seen from where the command was typed.
 * @param {string} program
 */
export async function runOnFile(program) {
  await setUp();
  const from = process.env.INIT_CWD ?? process.cwd();
  const args = process.argv.slice(2).map((word) => (word.startsWith('-') ? word : resolve(from, word)));
  return foreground('node', [...nodeArguments(), program, ...args]);
}

await runAsScript(import.meta.url, () => runOnFile('server/data/backup/backup-command.ts'));
