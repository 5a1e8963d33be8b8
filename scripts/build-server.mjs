/** Builds the programs of the server, each with the packages it needs as one file of dist/server, when any of it changed. */
import { mkdir, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { buildWhenChanged, runBuilder } from './lib-build.mjs';
import { runAsScript } from './lib-project.mjs';

const SOURCES = [
  'server',
  'domain',
  'vite.server.config.ts',
  'package.json',
  'package-lock.json',
  'scripts/build-server.mjs',
  'scripts/lib-build.mjs',
];

/** The server, the command, and what runs as a process of its own (`programFile` in server/ground/process/project-root.ts). */
export const PROGRAMS = [
  'server/main.ts',
  'server/kabinet.ts',
  'server/data/backup/check-command.ts',
  'server/healthy.ts',
];

export async function buildServer() {
  await buildWhenChanged('server', { sources: SOURCES }, async (folder) => {
    await mkdir(join(folder, 'licences'));
    for (const program of PROGRAMS) {
      const options = ['--config', 'vite.server.config.ts', '--logLevel', 'warn', '--ssr', program];
      await runBuilder('server', ['vite', 'build', ...options, '--outDir', folder, '--emptyOutDir', 'false']);
      // Of the packages in it: each build writes this file.
      await rename(join(folder, '.vite', 'license.md'), join(folder, 'licences', `${basename(program, '.ts')}.md`));
    }
  });
}

await runAsScript(import.meta.url, buildServer);
