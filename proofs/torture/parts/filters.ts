import { monitorEventLoopDelay } from 'node:perf_hooks';
import fc from 'fast-check';
import { AppError } from '#domain/errors.ts';
import { clients } from '#server/practice/clients/collection.ts';
import { collections } from '#server/collections.ts';
import { readFilter } from '#server/records/filter/filter.ts';
import { fuzzedFilter } from '#proofs/support/records/fuzzed-filter.ts';
import { addressOf, HEAVY_LISTS } from '#proofs/support/records/heavy-lists.ts';
import { plantHeavyPractice } from '#proofs/support/records/heavy-practice.ts';
import { ask } from '#proofs/support/ask.ts';
import { plantPractice, tokenOf } from '#proofs/support/planted-practice.ts';
import { NOON, openTestServer, type TestServer, UNLIMITED } from '#proofs/support/test-server.ts';
import type { Part } from '#proofs/torture/part.ts';

/** 10⁵ in total; the slower engine gets fewer. */
const FUZZED = { sqlite: 70_000, postgres: 30_000 } as const;
const AT_ONCE = 1000;
const ROWS = 100_000;
const TURNS = 5;
/** The longest text and fifty comparisons, which nothing interrupts. */
const STALL_MS = 100;
const PARSE_MS = 1;
/** Readings of one filter: the fastest counts, because other load on this machine does not concern the parser. */
const READINGS = 3;

/** The effect of a filter on requests that wait for it. */
export const run: Part = async (tell) => {
  for (const where of ['sqlite', 'postgres'] as const) {
    await using server = await openTestServer(where, { replace: { limits: UNLIMITED } });
    const ids = await plantPractice(server.context.db, 'anna');
    const token = await tokenOf(server.context, ids);
    const { statuses, parsing } = await fuzz(server, token, FUZZED[where]);
    const answered = [...statuses.values()].reduce((sum, count) => sum + count, 0);
    tell({
      what: 'fuzzed filters',
      where,
      measured: `${answered} answered: ${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}`,
      wanted: `${FUZZED[where]} answered, 200, 400 and 403 alone`,
      ok: answered === FUZZED[where] && [...statuses.keys()].every((status) => [200, 400, 403].includes(status)),
    });
    const slowest = quantile(parsing, 0.999);
    tell({
      what: 'reading a fuzzed filter, p99.9',
      where,
      measured: `${slowest.toFixed(2)} ms`,
      wanted: `≤ ${PARSE_MS} ms`,
      ok: slowest <= PARSE_MS,
    });

    await plantHeavyPractice(server.context.db, ids.owner, ROWS);
    const dearest = await dearestList(server, token);
    console.log(`    ${dearest.url.slice(0, 200)}`);
    tell({
      what: `${HEAVY_LISTS.length} heavy lists of ${ROWS} sessions and clients, each ${TURNS} times`,
      where,
      measured: `at most ${dearest.stallMs.toFixed(0)} ms without a turn for others (${dearest.refused} lists refused, ${dearest.faults} neither)`,
      wanted: `≤ ${STALL_MS} ms, 200 or 400`,
      ok: dearest.stallMs <= STALL_MS && dearest.faults === 0,
    });
  }
};

async function fuzz(
  { app }: TestServer,
  token: string,
  count: number,
): Promise<{ statuses: Map<number, number>; parsing: number[] }> {
  const statuses = new Map<number, number>();
  const parsing: number[] = [];
  for (let done = 0; done < count; done += AT_ONCE) {
    for (const filter of fc.sample(fuzzedFilter, AT_ONCE)) {
      parsing.push(Math.min(...Array.from({ length: READINGS }, () => parseMs(filter))));
      const url = `/api/collections/clients/records?filter=${encodeURIComponent(filter)}`;
      const { status } = await ask(app, { method: 'GET', url, token });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  }
  return { statuses, parsing };
}

function parseMs(filter: string): number {
  const began = performance.now();
  try {
    readFilter(filter, { collection: clients, collections, now: NOON });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  return performance.now() - began;
}

interface Dearest {
  stallMs: number;
  url: string;
  refused: number;
  faults: number;
}

/** Measures the longest time for which a list keeps the event loop. */
async function dearestList({ app }: TestServer, token: string): Promise<Dearest> {
  const dearest: Dearest = { stallMs: 0, url: '', refused: 0, faults: 0 };
  for (const list of HEAVY_LISTS) {
    const url = addressOf(list);
    const stalls: number[] = [];
    let status = 0;
    for (let turn = 0; turn < TURNS; turn += 1) {
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      ({ status } = await ask(app, { method: 'GET', url, token }));
      delay.disable();
      stalls.push(delay.max / 1e6);
      if (status !== 200 && status !== 400) dearest.faults += 1;
    }
    if (status === 400) dearest.refused += 1;
    // Garbage of earlier lists and other work on the machine make a stall longer, none shorter.
    const stallMs = Math.min(...stalls);
    if (stallMs > dearest.stallMs) Object.assign(dearest, { stallMs, url });
  }
  return dearest;
}

function quantile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
