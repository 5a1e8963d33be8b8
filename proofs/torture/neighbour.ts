import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestPractitioner } from '#proofs/support/test-server.ts';
import { flood } from '#proofs/torture/flood.ts';
import type { Flood } from '#proofs/torture/flooder.ts';
import type { Nodes } from '#proofs/torture/nodes.ts';
import { medianOf } from '#proofs/torture/two-samples.ts';

const SECONDS = 3;
const ROUNDS = 3;
const PAUSE_MS = 5;

interface Times {
  idle: number;
  busy: number;
}

/** Milliseconds of a neighbour's lists, and how often each status came back to the flood. */
interface Neighbour {
  median: Times;
  p99: Times;
  statuses: Record<string, number>;
}

/** Alternates calm and flood, so that other load on the machine affects both; returns the medians of the rounds. */
export async function compareWithFlood(
  { urls }: Nodes,
  { pb }: TestPractitioner,
  wave: Omit<Flood, 'seconds'>,
): Promise<Neighbour> {
  const agent = new Agent({ keepAlive: true });
  const { token } = pb.authStore;
  const url = urls[0] ?? '';
  const [idle, busy]: [number[][], number[][]] = [[], []];
  const statuses: Record<string, number> = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    idle.push(await timesUntil(url, token, agent, sleep(SECONDS * 1000)));
    const sent = flood({ ...wave, seconds: SECONDS });
    busy.push(await timesUntil(url, token, agent, sent));
    for (const [status, count] of Object.entries(await sent)) statuses[status] = (statuses[status] ?? 0) + count;
  }
  agent.destroy();
  const both = (part: number): Times => ({ idle: ofRounds(idle, part), busy: ofRounds(busy, part) });
  return { median: both(0.5), p99: both(0.99), statuses };
}

function ofRounds(rounds: readonly number[][], part: number): number {
  return medianOf(rounds.map((times) => times[Math.floor(times.length * part)] ?? 0));
}

/** Returns the times of one practitioner's sequential calls until `over` resolves, the quickest first. */
async function timesUntil(url: string, token: string, agent: Agent, over: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  const state = { over: false };
  const end = (): void => {
    state.over = true;
  };
  over.then(end, end);
  while (!state.over) {
    times.push(await call(url, token, agent));
    await sleep(PAUSE_MS);
  }
  return times.toSorted((a, b) => a - b);
}

function call(url: string, token: string, agent: Agent): Promise<number> {
  const began = performance.now();
  const headers = { authorization: token };
  return new Promise((resolve, reject) => {
    request(`${url}/api/collections/sessions/records`, { agent, headers }, (response) => {
      response.resume().on('end', () => resolve(performance.now() - began));
    })
      .on('error', reject)
      .end();
  });
}

export function statusesText(statuses: Record<string, number>): string {
  return Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ');
}
