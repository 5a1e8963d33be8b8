import { setTimeout as sleep } from 'node:timers/promises';
import type PocketBase from 'pocketbase';
import { ClientResponseError } from 'pocketbase';
import type { Database } from '#server/ground/db/database.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { administer } from '#proofs/support/test-postgres.ts';
import type { TestPractitioner } from '#proofs/support/test-server.ts';

const CUT_EVERY_MS = 200;
const WRITERS = 8;
const TRIES = 50;
const PATIENCE_MS = 15_000;

export interface CutReport {
  acknowledged: number;
  /** Error responses, by status. */
  refusals: Map<number, number>;
  /** Errors in another form than the API's, or with another status than 5xx. */
  strange: Set<string>;
  /** Acknowledged but missing, or stored twice. */
  lost: number;
  twice: number;
  /** From the last cut to the first response. */
  healedMs: number;
}

/**
 * Writes over HTTP while every database connection is cut again and again, and retries failed writes under their id.
 */
export async function cutConnections(
  site: { db: Database; databaseUrl: string; milliseconds: number },
  { pb, owner }: TestPractitioner,
): Promise<CutReport> {
  const report = { refusals: new Map<number, number>(), strange: new Set<string>() };
  const acknowledged: string[] = [];
  const stop = new AbortController();
  const writers = Array.from({ length: WRITERS }, () => keepWriting(pb, report, acknowledged, stop.signal));
  const end = performance.now() + site.milliseconds;
  await administer(site.databaseUrl, async (client) => {
    // On a busy machine it takes longer until a cut hits a write.
    while (performance.now() < end || (report.refusals.size === 0 && performance.now() < end + PATIENCE_MS)) {
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name like 'kabinet%' and pid <> pg_backend_pid()`,
      );
      await sleep(CUT_EVERY_MS);
    }
  });
  const healedMs = await timeToAnswer(pb);
  while (acknowledged.length === 0) await sleep(20);
  stop.abort();
  await Promise.all(writers);
  const rows = await site.db.read.selectFrom('clients').select('name').where('user', '=', owner).execute();
  const stored = Map.groupBy(rows, ({ name }) => name);
  return {
    ...report,
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((name) => !stored.has(name)).length,
    twice: [...stored.values()].filter(({ length }) => length > 1).length,
    healedMs,
  };
}

type Noted = Pick<CutReport, 'refusals' | 'strange'>;

async function keepWriting(pb: PocketBase, noted: Noted, acknowledged: string[], until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    const id = newRecordId();
    for (let tries = TRIES; tries > 0; tries -= 1) {
      try {
        // The name is the id: a second record of the same attempt would have the same one.
        await pb.collection('clients').create({ id, name: id, phone: '+7 900 000-00-00' });
        acknowledged.push(id);
        break;
      } catch (error) {
        note(noted, error);
        await sleep(20);
      }
    }
  }
}

function note({ refusals, strange }: Noted, error: unknown): void {
  if (!(error instanceof ClientResponseError)) throw error;
  refusals.set(error.status, (refusals.get(error.status) ?? 0) + 1);
  const { status, message } = error.response;
  if (error.status < 500 || status !== error.status || typeof message !== 'string') {
    strange.add(`${error.status} ${JSON.stringify(error.response)}`);
  }
}

async function timeToAnswer(pb: PocketBase): Promise<number> {
  const cut = performance.now();
  for (;;) {
    const answered = await pb
      .collection('clients')
      .getList(1, 1)
      .then(
        () => true,
        () => false,
      );
    if (answered) return performance.now() - cut;
    await sleep(10);
  }
}
