import { execFile } from 'node:child_process';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Instruction, readDockerfile } from '#proofs/torture/image/dockerfile.ts';
import { inside } from '#proofs/torture/image/root.ts';

const exec = promisify(execFile);
const STEP_MS = 10 * 60_000;
/** Instructions for a running container, not steps of the build. */
const NO_STEP = ['VOLUME', 'EXPOSE'];

/** A stage after its last step, as its image would be. */
export interface Image {
  folder: string;
  workdir: string;
  env: Record<string, string>;
  user: string;
  command: string[];
  healthCheck: string[];
}

/**
 * Runs a Dockerfile's steps without a container engine: each stage in an empty folder as its root file system, with
 * this machine's programs instead of the base image's. `context` is the folder that COPY reads.
 */
export async function buildImage(dockerfile: string, context: string, scratch: string): Promise<Image> {
  const stages = new Map<string, Image>();
  for (const [index, [from, ...steps]] of readDockerfile(await readFile(dockerfile, 'utf8')).entries()) {
    const name = / AS (\S+)$/.exec(from?.args ?? '')?.[1] ?? String(index);
    const folder = join(scratch, name);
    const image: Image = { folder, workdir: '/', env: {}, user: '0:0', command: [], healthCheck: [] };
    await mkdir(folder);
    for (const step of steps) await take(step, image, context, stages);
    stages.set(name, image);
  }
  const last = [...stages.values()].at(-1);
  if (!last) throw new Error('The Dockerfile has no stage.');
  return last;
}

async function take(
  { name, args }: Instruction,
  image: Image,
  context: string,
  stages: ReadonlyMap<string, Image>,
): Promise<void> {
  if (NO_STEP.includes(name)) return;
  if (name === 'WORKDIR') {
    image.workdir = resolve(image.workdir, args);
    await mkdir(join(image.folder, image.workdir), { recursive: true });
  } else if (name === 'ENV') {
    for (const [, key = '', value = ''] of args.matchAll(/(\S+?)=(\S+)/g)) image.env[key] = value;
  } else if (name === 'USER') {
    image.user = args;
  } else if (name === 'RUN') {
    const [program, ...rest] = inside({ ...image, command: ['sh', '-ec', args], writable: null });
    await exec(program, rest, { timeout: STEP_MS, maxBuffer: 1e8 });
  } else if (name === 'COPY') {
    await copy(args.split(/\s+/), image, context, stages);
  } else if (name === 'CMD') {
    image.command = JSON.parse(args);
  } else if (name === 'HEALTHCHECK') {
    image.healthCheck = JSON.parse(args.slice(args.indexOf('CMD') + 'CMD'.length));
  } else {
    throw new Error(`The Dockerfile has a step that is not known here: ${name}`);
  }
}

/** A folder is copied as its content, several files into the folder that is named last, as COPY does. */
async function copy(
  args: readonly string[],
  { folder, workdir }: Image,
  context: string,
  stages: ReadonlyMap<string, Image>,
): Promise<void> {
  const stage = /^--from=(\S+)$/.exec(args[0] ?? '')?.[1];
  const from = stage === undefined ? context : stages.get(stage)?.folder;
  if (from === undefined) throw new Error(`COPY names a stage that is not there: ${stage}`);
  const sources = args.slice(stage === undefined ? 0 : 1, -1);
  const target = join(folder, resolve(workdir, args.at(-1) ?? ''));
  const many = args.at(-1)?.endsWith('/') && sources[0] !== '.';
  for (const source of sources) {
    const to = many ? join(target, basename(source)) : target;
    await cp(join(from, source), to, { recursive: true, verbatimSymlinks: true });
  }
}
