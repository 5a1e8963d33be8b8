import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { delimiter, dirname } from 'node:path';
import { ROOT, inProject } from './lib-project.mjs';

const FORWARDED = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * The environment in which `node` is the project's Node and tools are found by name.
 * @param {NodeJS.ProcessEnv} extra
 */
export function projectEnvironment(extra = {}) {
  const path = [inProject('node_modules', '.bin'), dirname(process.execPath), process.env.PATH ?? ''];
  return { ...process.env, PATH: path.join(delimiter), ...extra };
}

/** What Node makes of the TypeScript is kept here. */
const COMPILED = inProject('node_modules', '.cache', 'kabinet');

/**
 * The same for tests, with the product's own variables emptied: what the shell says about the real program is not for
 * them. Every file is a process of its own, which finds the modules compiled (0.4 s a file instead of 0.6).
 * @param {NodeJS.ProcessEnv} extra
 */
export async function testEnvironment(extra = {}) {
  const example = await readFile(inProject('.env.example'), 'utf8');
  const own = [...example.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => [name, undefined]);
  return projectEnvironment({ ...Object.fromEntries(own), NODE_COMPILE_CACHE: COMPILED, ...extra });
}

/**
 * The same for the program itself: what Node makes of its TypeScript is kept, which halves the work of a start (700 ms
 * without, 350 with it) and takes 30 MB less. Where nothing can be written there it is compiled at each start. One arena
 * for all threads: with one for each, what hashing passwords took is never given back (260 MB under load instead of 150).
 */
export function programEnvironment() {
  return projectEnvironment({
    NODE_COMPILE_CACHE: COMPILED,
    MALLOC_ARENA_MAX: '1',
  });
}

/** Node's arguments for the program itself: a quarter of its own space for new objects. Half of it took 20 MB more under load and was no faster. */
export function programArguments() {
  return ['--max-semi-space-size=4', ...nodeArguments()];
}

/** Node's own arguments for a program of the product, which reads a .env file where there is one. */
export function nodeArguments() {
  return existsSync(inProject('.env')) ? ['--env-file=.env'] : [];
}

/**
 * Runs a command and returns its output.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number }} options
 * @returns {Promise<{ ok: boolean, output: string, seconds: number, signal: NodeJS.Signals | null }>} `signal` ended it
 */
export function capture(command, args, { cwd = ROOT, env = projectEnvironment(), timeoutMs = 0 } = {}) {
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: timeoutMs });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (output += text));
    const finish = (/** @type {boolean} */ ok, /** @type {NodeJS.Signals | null} */ signal = null) =>
      resolve({ ok, output: output.trim(), seconds: (performance.now() - started) / 1000, signal });
    child.once('error', (error) => {
      output += error.message;
      finish(false);
    });
    child.once('close', (code, signal) => finish(code === 0, signal));
  });
}

/**
 * Goes on as a program of the project's Node, with its terminal and process id, where Node can do that; otherwise runs it
 * in the foreground, beside which the 60 MB of this one stay.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} the exit code
 */
export async function goOnAs(args, env) {
  if (typeof process.execve !== 'function' || process.platform === 'win32') return foreground('node', args, { env });
  const packaged = inProject('node_modules', '.bin', 'node');
  process.chdir(ROOT);
  return process.execve(existsSync(packaged) ? packaged : process.execPath, ['node', ...args], env);
}

/**
 * Runs a program in the foreground: it gets the terminal and the signals, and its exit code becomes ours.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, until?: AbortSignal }} options `until` asks the program to stop
 * @returns {Promise<number>} the exit code
 */
export function foreground(command, args, { env = projectEnvironment(), until } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, env, stdio: 'inherit' });
    const forward = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
    for (const signal of FORWARDED) process.on(signal, forward);
    until?.addEventListener('abort', () => child.kill('SIGTERM'));
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      for (const name of FORWARDED) process.off(name, forward);
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}
