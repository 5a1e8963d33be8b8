import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Flood } from '#proofs/torture/flooder.ts';

/** Sends a flood from its own process; returns the responses by status. */
export async function flood(wanted: Flood): Promise<Record<string, number>> {
  const child = fork(join(import.meta.dirname, 'flooder.ts'));
  child.send(wanted);
  const [statuses]: Record<string, number>[] = await once(child, 'message');
  return statuses ?? {};
}
