import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const READY = /ready: (http:\S+)/;

/** The program, with a practice to look at, and built as `npm start` runs it. */
export type Entry = 'server/main.ts' | 'server/demo.ts' | 'dist/server/main.js';

export interface StartOptions {
  /** For the program. */
  args?: readonly string[];
  /** For Node itself. */
  node?: readonly string[];
  /** A program and its options, in front of Node's. */
  under?: readonly string[];
}

/** Starts the program as a process of its own; `env` is added to this process's environment. */
export function startProgram(
  entry: Entry,
  env: NodeJS.ProcessEnv,
  { args = [], node = [], under = [] }: StartOptions = {},
): ChildProcess {
  const command = [process.execPath, ...node, join(ROOT, entry), ...args];
  const [program = process.execPath, ...rest] = under.length > 0 ? [...under, ...command] : command;
  return spawn(program, rest, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** The address at which a started program answers, once it does. */
export async function readyUrl(child: ChildProcess): Promise<string> {
  return (await readyWith(child)).url;
}

/** The same with all that it has printed by then. */
export function readyWith(child: ChildProcess): Promise<{ url: string; printed: string }> {
  return new Promise((resolve, reject) => {
    let output = '';
    const hear = (chunk: Buffer) => {
      output += chunk.toString();
      const url = READY.exec(output)?.[1];
      if (url) resolve({ url, printed: output });
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (code) => reject(new Error(`the program ended with ${code}: ${output}`)));
  });
}

/** Sends a signal and waits until the program is gone. */
export async function endProgram(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.kill(signal);
  await closed;
}
