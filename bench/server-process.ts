import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#proofs/support/free-port.ts';
import { endProgram } from '#proofs/support/program.ts';
import { askOnce, type Request } from '#bench/load.ts';

const PATIENCE_MS = 30_000;
const HEALTH: Request = { method: 'GET', path: '/api/health' };

/** A server as a process of its own, on the core that is kept for servers. */
export interface ServerProcess {
  port: number;
  /** From the start of the process to the first response. */
  startMs: number;
  /** Resident memory, MB. */
  memory(): number;
  /** What its threads have worked so far, ms: unlike the clock it does not see what else the machine is doing. */
  worked(): number;
  end(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts a program, which gets its port by its arguments or by PORT, and waits for its first response. Its output goes to `log`. */
export async function startProcess(
  command: (port: number) => [string, ...string[]],
  { log, env = {}, cwd }: { log: string; env?: NodeJS.ProcessEnv; cwd?: string },
): Promise<ServerProcess> {
  const port = await freePort();
  const core = process.env['SERVER_CORE'];
  const words = core === undefined ? command(port) : ['taskset', '-c', core, ...command(port)];
  const [program = '', ...args] = words;
  const output = openSync(log, 'a');
  const began = performance.now();
  const child = spawn(program, args, {
    stdio: ['ignore', output, output],
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), ...env },
    ...(cwd === undefined ? {} : { cwd }),
  });
  await firstAnswer(child, port, log);
  return {
    port,
    startMs: performance.now() - began,
    memory: () => residentMb(child.pid ?? 0),
    worked: () => workedMs(child.pid ?? 0),
    end: (signal = 'SIGTERM') => endProgram(child, signal),
  };
}

async function firstAnswer(child: ChildProcess, port: number, log: string): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`The server ended: ${readFileSync(log, 'utf8').slice(-2000)}`);
    try {
      await askOnce(port, HEALTH);
      return;
    } catch {
      await sleep(2);
    }
  }
  throw new Error(`The server did not answer: ${readFileSync(log, 'utf8').slice(-2000)}`);
}

/** Read from Linux; 0 elsewhere. */
function residentMb(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** The same for time. A thread that ended takes its share along: servers keep theirs. */
function workedMs(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`).map((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'),
    );
    return threads.reduce((sum, told) => sum + Number(told.split(' ')[0]) / 1e6, 0);
  } catch {
    return 0;
  }
}
