import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WrittenPractice } from '#proofs/faults/written-practice.ts';
import { openStream } from '#proofs/support/event-stream.ts';
import { endProgram } from '#proofs/support/program.ts';
import { sendAgain, startLoad } from '#proofs/support/write-load.ts';

/** How long after the signal the rest of a request comes. */
const IN_FLIGHT_MS = 100;
const WORK_MS = { min: 300, max: 900 };

export interface Restart {
  /** From the signal to the end of the process. */
  stopMs: number;
  /** Of the next start. */
  firstAnswerMs: number;
  requests: number;
  /** Creates with an unknown outcome that were retried. */
  sentAgain: number;
  faults: string[];
}

/** Stops a busy server with SIGTERM and starts it again, `restarts` times. */
export async function restartUnderLoad(practice: WrittenPractice, restarts: number, rate: number): Promise<Restart[]> {
  const { writers, ledger } = practice;
  const results: Restart[] = [];
  let server = await practice.start();
  for (let count = 0; count < restarts; count += 1) {
    const stream = await openStream(server.url);
    const load = startLoad({ url: server.url, writers, ledger, rate, batch: 10 });
    await sleep(randomInt(WORK_MS.min, WORK_MS.max));
    const inFlight = await beginRequest(server.url);
    const asked = performance.now();
    const ended = endProgram(server.child, 'SIGTERM');
    const faults: string[] = [];
    await sleep(IN_FLIGHT_MS);
    if (!(await inFlight.end())) faults.push('a request that had begun was not answered');
    await ended;
    const stopMs = performance.now() - asked;
    await load.stop();
    if (server.child.exitCode !== 0) faults.push(`the process ended with ${server.child.exitCode}`);
    await stream.closed;
    for (const status of load.statuses.keys()) {
      // 503: the server is stopping.
      if (![0, 200, 204, 429, 503].includes(status)) faults.push(`a write was answered with ${status}`);
    }
    server = await practice.start();
    const again = await sendAgain({ url: server.url, writers, ledger });
    for (const status of again.keys()) if (status !== 200) faults.push(`sent again it was answered with ${status}`);
    faults.push(...(await practice.faults()));
    results.push({
      stopMs,
      firstAnswerMs: server.firstAnswerMs,
      requests: sum(load.statuses.values()),
      sentAgain: sum(again.values()),
      faults,
    });
  }
  await endProgram(server.child, 'SIGTERM');
  return results;
}

/** Sends a request with half its body; `end` sends the rest and returns whether a response came. */
async function beginRequest(url: string): Promise<{ end: () => Promise<boolean> }> {
  const body = Buffer.from(JSON.stringify({ identity: 'nobody@example.com', password: 'неверный' }));
  const asked = request(`${url}/api/collections/users/auth-with-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' },
  });
  const answered = once(asked, 'response').then(
    () => true,
    () => false,
  );
  asked.flushHeaders();
  // The server sends 100 Continue once it has read the head.
  await once(asked, 'continue');
  asked.write(body.subarray(0, 10));
  return {
    async end() {
      asked.end(body.subarray(10));
      return answered;
    },
  };
}

function sum(numbers: Iterable<number>): number {
  return Array.from(numbers).reduce((total, number) => total + number, 0);
}
