import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE } from '#server/ground/db/data-dir.ts';
import { hashPassword } from '#server/accounts/passwords/password.ts';
import { programArguments, programEnvironment } from '../scripts/lib-process.mjs';
import { type Cast, type Rival, signInRequest } from '#bench/calls.ts';
import { askOnce } from '#bench/load.ts';
import { megabytes, plantBare, plantKabinet, type Planted } from '#bench/plant.ts';
import { PASSWORD, plantPocketBase, startPocketBase } from '#bench/pocketbase.ts';
import type { Seeding, Size } from '#bench/practices.ts';
import { type ServerProcess, startProcess } from '#bench/server-process.ts';

const ROOT = join(import.meta.dirname, '..');

/** A running server and those who call it. */
export interface Stage {
  rival: Rival;
  server: ServerProcess;
  cast: Cast;
}

export async function seedingOf(sentences: number): Promise<Seeding> {
  return { now: Temporal.Now.instant(), passwordHash: await hashPassword(PASSWORD), sentences };
}

/** Starts Kabinet as `npm start` does, without the set-up: its own settings, its log to a file. */
export function startKabinet(dataDir: string, log: string, settings: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
  return startProcess(() => [process.execPath, ...programArguments(), join(ROOT, 'dist/server/main.js')], {
    log,
    env: { ...programEnvironment(), DATA_DIR: dataDir, TRUST_PROXY: '127.0.0.1', ...settings },
  });
}

export interface Places {
  folder: string;
  kabinet: string;
  bare: string;
  pocketbase: string;
}

/** Fills Kabinet's folder, and gives the others the same. */
export async function plantAll(
  folder: string,
  sizes: readonly Size[],
  seeding: Seeding,
  pocketbase: string | null,
): Promise<{ places: Places; practices: Planted[]; mb: number }> {
  const places = {
    folder,
    kabinet: join(folder, 'kabinet'),
    bare: join(folder, 'bare.db'),
    pocketbase: join(folder, 'pocketbase'),
  };
  mkdirSync(places.pocketbase);
  const practices = await plantKabinet(places.kabinet, sizes, seeding);
  const file = join(places.kabinet, DATABASE_FILE);
  cpSync(file, places.bare);
  plantBare(places.bare, sizes, seeding);
  if (pocketbase !== null) await plantPocketBase(pocketbase, places.pocketbase, sizes, seeding);
  return { places, practices, mb: megabytes(file) };
}

export async function startRival(rival: Rival, places: Places, pocketbase: string | null): Promise<ServerProcess> {
  if (rival === 'kabinet') return startKabinet(places.kabinet, join(places.folder, 'kabinet.log'));
  if (rival === 'pocketbase') return startPocketBase(pocketbase ?? '', places.pocketbase);
  return startProcess((port) => [process.execPath, join(ROOT, 'bench/bare-server.ts'), places.bare, String(port)], {
    log: join(places.folder, 'bare.log'),
  });
}

/** Signs in to the accounts that calls are made for. */
export async function castOf(
  rival: Rival,
  { port }: ServerProcess,
  practices: Cast['practices'],
  everybody: readonly Planted[],
): Promise<Cast> {
  const tokens = new Map<string, string>();
  for (const [at, practice] of Object.values(practices).entries()) {
    tokens.set(practice.name, await signIn(rival, port, practice, 0xff_0000 + at));
  }
  return { practices, everybody, token: ({ name }) => tokens.get(name) ?? '' };
}

export async function signIn(rival: Rival, port: number, practice: Planted, at: number): Promise<string> {
  const { token }: { token: string } = JSON.parse(await askOnce(port, signInRequest(rival, practice, at)));
  return token;
}

/** The SHA-256 of a program that prints no version. */
export function describePocketBase(program: string): string {
  const said = execFileSync(program, ['--version'], { encoding: 'utf8' })
    .trim()
    .replace(/^\S+ version /, '');
  const hash = createHash('sha256').update(readFileSync(program)).digest('hex');
  return `${said}, SHA-256 ${hash.slice(0, 16)}`;
}
