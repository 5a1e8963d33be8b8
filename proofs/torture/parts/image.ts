import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { VERSION } from '#server/ground/process/version.ts';
import { buildImage, type Image } from '#proofs/torture/image/build-image.ts';
import { isSent } from '#proofs/torture/image/dockerignore.ts';
import { inside } from '#proofs/torture/image/root.ts';
import { freePort } from '#proofs/support/free-port.ts';
import type { Part } from '#proofs/torture/part.ts';

const exec = promisify(execFile);
const PROJECT = join(import.meta.dirname, '../../..');
const READY_MS = 15_000;
const WHERE = 'the Dockerfile without an engine';

/**
 * Runs the Dockerfile's steps in empty folders and starts the result as its engine would: without rights, read-only.
 */
export const run: Part = async (tell) => {
  if (process.getuid?.() !== 0) throw new Error('Laying programs into another root takes the rights of root.');
  const scratch = await mkdtemp(join(tmpdir(), 'kabinet-image-'));
  try {
    // A stranger builds the committed files, without those that .dockerignore excludes.
    const context = join(scratch, 'context');
    await mkdir(context);
    await exec('sh', ['-ec', `git -C "${PROJECT}" archive HEAD | tar -x -C "${context}"`]);
    await keepAway(context);
    const began = performance.now();
    const image = await buildImage(join(context, 'Dockerfile'), context, scratch);
    const { stdout } = await exec('du', ['-sm', join(image.folder, image.workdir)]);
    tell({
      what: 'every step, from an empty folder',
      where: WHERE,
      measured: `${((performance.now() - began) / 1000).toFixed(0)} s, ${Number.parseInt(stdout, 10)} MB with Node`,
      wanted: 'no step fails, at most 150 MB',
      ok: Number.parseInt(stdout, 10) <= 150,
    });
    const [program, ...words] = inside({ ...image, command: ['kabinet', 'version'], writable: ['/data'] });
    const version = await exec(program, words);
    tell({
      what: 'kabinet version, by its name',
      where: WHERE,
      measured: version.stdout.split('\n')[0] ?? '',
      wanted: `Kabinet ${VERSION}`,
      ok: version.stdout.includes(VERSION),
    });
    const { readyMs, exitCode } = await startAndStop(image);
    tell({
      what: `started as ${image.user}, only /data writable; health check; SIGTERM`,
      where: WHERE,
      measured: `healthy after ${readyMs.toFixed(0)} ms, exit code ${exitCode}`,
      wanted: `healthy within ${READY_MS} ms, exit code 0`,
      ok: exitCode === 0,
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
};

async function keepAway(context: string): Promise<void> {
  const ignored = await readFile(join(context, '.dockerignore'), 'utf8');
  for (const entry of await readdir(context, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const isKept = path.endsWith('/Dockerfile') || isSent(ignored, relative(context, path));
    if (entry.isFile() && !isKept) await rm(path);
  }
}

async function startAndStop(image: Image): Promise<{ readyMs: number; exitCode: number }> {
  const env = { ...image.env, PORT: String(await freePort()), HOST: '127.0.0.1' };
  const [program, ...args] = inside({ ...image, env, writable: ['/data'] });
  const began = performance.now();
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  try {
    const [check, ...rest] = inside({ ...image, env, command: image.healthCheck, writable: [] });
    while (true) {
      const healthy = await exec(check, rest).then(
        () => true,
        () => false,
      );
      if (healthy) break;
      if (performance.now() - began > READY_MS) throw new Error('The health check does not succeed.');
      await sleep(100);
    }
    const readyMs = performance.now() - began;
    child.kill('SIGTERM');
    const [exitCode] = await ended;
    return { readyMs, exitCode };
  } finally {
    child.kill('SIGKILL');
  }
}
