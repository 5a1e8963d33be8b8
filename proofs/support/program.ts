import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const READY = /ready: (http:\S+)/;

/** The built program, as `npm start` runs it, the one from source, the demo with its practice, and the operator's command. */
export type Entry = 'server/main.ts' | 'demo/demo.ts' | 'server/kabinet.ts' | 'dist/server/main.js';

export interface StartOptions {
  /** Arguments of the program. */
  args?: readonly string[];
  /** Options of Node itself. */
  node?: readonly string[];
  /** A wrapper program and its options, in front of Node. */
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

/** Resolves to the address of a started program once it accepts requests. */
export async function readyUrl(child: ChildProcess): Promise<string> {
  return (await readyWith(child)).url;
}

/** The same, with the program's output so far. */
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
