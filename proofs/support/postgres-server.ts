import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { z } from 'zod';

const KEEPER = join(import.meta.dirname, 'postgres-keeper.ts');

const greeting = z.union([z.object({ url: z.string() }), z.object({ error: z.string() })]);

export interface PostgresServer {
  /** The URL of a role that can create databases. */
  url: string;
  stop(): Promise<void>;
}

/** Starts a throwaway PostgreSQL. It does not delay this process's exit and ends with it even without `stop`. */
export async function startPostgres(): Promise<PostgresServer> {
  const keeper = spawn(process.execPath, [KEEPER], {
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  });
  const told = greeting.parse(JSON.parse(await firstLine(keeper.stdout)));
  if ('error' in told) throw new Error(`PostgreSQL for tests did not start: ${told.error}`);
  keeper.unref();
  for (const stream of [keeper.stdin, keeper.stdout]) {
    if (stream instanceof Socket) stream.unref();
  }
  return {
    url: told.url,
    async stop() {
      keeper.ref();
      keeper.stdin.end();
      if (keeper.exitCode === null) await once(keeper, 'exit');
    },
  };
}

async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(stream)) return line;
  throw new Error('PostgreSQL for tests did not start');
}
