import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { readConfig } from '#server/ground/config/config.ts';
import { queueLetter } from '#server/ground/mail/queue-letter.ts';
import { startFakeSmtp } from '#proofs/support/mail/fake-smtp.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { openStream, type TestStream } from '#proofs/support/event-stream.ts';
import { addPractitioner } from '#proofs/support/rows.ts';
import { administer } from '#proofs/support/test-postgres.ts';
import type { TestPractitioner } from '#proofs/support/test-server.ts';
import { type Nodes, startNodes } from '#proofs/torture/nodes.ts';
import type { Part } from '#proofs/torture/part.ts';
import { startHaproxy } from '#proofs/torture/haproxy.ts';
import { type PostgresPair, startPostgresPair } from '#proofs/torture/postgres-pair.ts';

const WRITERS = 8;
const BEFORE_MS = 8000;
const AWAY_MS = 3000;
const AFTER_MS = 12_000;
const LONGEST_OUTAGE_MS = 10_000;
const LICENCE = { license_status: 'active', license_key: 'VALID_1', license_expires_at: '2099-01-01 00:00:00.000Z' };

/** Two nodes over HAProxy, a primary and its synchronous standby: the primary is killed and the standby promoted. */
export const run: Part = async (tell) => {
  const found = await startPostgresPair();
  if (typeof found === 'string') throw new Error(found);
  await using pair = found;
  await using proxy = await startHaproxy([pair.url('primary'), pair.url('standby')]);
  await using smtp = await startFakeSmtp('accept');
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-failover-'));
  const config = readConfig({
    DATA_DIR: join(folder, 'data'),
    KEY_FILE: join(folder, 'key'),
    DATABASE_URL: proxy.url,
    LOG_LEVEL: 'silent',
  });
  const dispose = (): Promise<void> => rm(folder, { recursive: true, force: true });
  await using nodes = await startNodes('postgres', { SMTP_URL: smtp.url, LOG_LEVEL: 'silent' }, { config, dispose });
  const where = `PostgreSQL ${pair.version}, HAProxy ${proxy.version}, 2 nodes`;

  const writers = await Writers.start(nodes);
  const reader = await writers.practitioner();
  const streams = await Promise.all(nodes.urls.map((_, node) => Reader.open(nodes, node, reader)));
  await sleep(BEFORE_MS);
  await pair.killPrimary();
  await sleep(AWAY_MS);
  const promoting = performance.now();
  await pair.promoteStandby();
  const promoted = performance.now();
  const outage = await writers.firstAfter(promoted);
  await sleep(AFTER_MS);
  const mark = newRecordId();
  await writers.create(reader, mark);
  const heard = await Promise.all(streams.map((stream) => stream.hears(mark)));

  const { broken } = writers;
  await pair.revivePrimary();
  await nodes.kill(0);
  await nodes.restart(0);
  const late = newRecordId();
  await writers.create(reader, late);
  await sleep(2000);
  const { acknowledged, letters, answers } = await writers.stop();
  for (const stream of streams) stream.stop();

  const rows = await nodes.db.read.selectFrom('clients').select('id').execute();
  const stored = new Set(rows.map(({ id }) => id));
  const lost = [...acknowledged].filter((id) => !stored.has(id)).length;
  tell({
    what: 'the primary killed under writes, its standby promoted',
    where,
    measured: `${acknowledged.size} acknowledged, ${lost} lost`,
    wanted: 'none lost',
    ok: acknowledged.size > 100 && lost === 0,
  });
  tell({
    what: 'first write at each node, from the end of the promotion',
    where,
    measured: `${outage.map((each) => `${each.toFixed(0)} ms`).join(', ')}; promoting took ${(promoted - promoting).toFixed(0)} ms`,
    wanted: `≤ ${LONGEST_OUTAGE_MS} ms`,
    ok: outage.length === nodes.urls.length && outage.every((each) => each <= LONGEST_OUTAGE_MS),
  });
  tell({
    what: 'answers meanwhile',
    where,
    measured: `${[...answers].map(([what, count]) => `${count} × ${what}`).join(', ')}; ${broken} connections broke`,
    wanted: '200, and 503 with Retry-After',
    ok: answers.has('503') && broken === 0 && [...answers.keys()].every((what) => what === '200' || what === '503'),
  });
  tell({
    what: 'a write of afterwards to streams of both nodes',
    where,
    measured: heard.map((each) => (each === null ? 'not heard' : `${each.toFixed(0)} ms`)).join(', '),
    wanted: '≤ 1000 ms',
    ok: heard.every((each) => each !== null && each <= 1000),
  });
  tell({ ...(await lettersOf(nodes, letters, smtp.taken)), where });
  tell({ ...(await unconfirmed(nodes, pair, reader)), where });
  tell({ ...(await oldPrimary(pair, late)), where });
  tell({
    what: 'both nodes',
    where,
    measured: nodes.allLive() ? 'stayed' : 'ended',
    wanted: 'stayed',
    ok: nodes.allLive(),
  });
};

/** Makes the current primary wait for a standby that does not exist. */
async function unconfirmed(nodes: Nodes, pair: PostgresPair, { pb }: TestPractitioner) {
  const waitFor = (names: string): Promise<void> =>
    administer(pair.url('standby'), async (client) => {
      await client.query(`alter system set synchronous_standby_names = '${names}'`);
      await client.query('select pg_reload_conf()');
    });
  await waitFor('nobody');
  await sleep(500);
  const headers = { 'content-type': 'application/json', authorization: pb.authStore.token };
  const body = JSON.stringify({ name: 'Мария', phone: '+7 916 204-18-35' });
  const { status } = await fetch(`${nodes.urls[0]}/api/collections/clients/records`, { method: 'POST', headers, body });
  await waitFor('');
  return {
    what: 'a write that no standby confirms',
    measured: String(status),
    wanted: '503, not acknowledged',
    ok: status === 503,
  };
}

/** The old primary runs again, takes writes and is first in HAProxy's list. */
async function oldPrimary(pair: PostgresPair, late: string) {
  let [connections, written] = [0, 0];
  await administer(pair.url('primary'), async (client) => {
    connections =
      (await client.query("select from pg_stat_activity where application_name like 'kabinet%'")).rowCount ?? 0;
    written = (await client.query('select from clients where id = $1', [late])).rowCount ?? 0;
  });
  return {
    what: 'the old primary there again, a node started anew',
    measured: `${connections} connections to it, ${written} of the later writes in it`,
    wanted: 'none',
    ok: connections === 0 && written === 0,
  };
}

async function lettersOf(nodes: Nodes, letters: ReadonlySet<string>, taken: readonly string[]) {
  // Letters being sent when the database failed are retried after minutes; these updates skip the wait.
  const waiting = sql`update outbox set not_before = '2026-01-01 00:00:00.000Z',
    claimed = case when claimed is null then null else '2026-01-01 00:00:00.000Z' end
    where state not in ('sent', 'failed')`;
  const unsent = async (): Promise<number> =>
    (await nodes.db.read.selectFrom('outbox').select('id').where('state', 'not in', ['sent', 'failed']).execute())
      .length;
  await sleep(1000);
  await nodes.db.write(({ trx }) => waiting.execute(trx));
  for (let patience = 300; patience > 0 && (await unsent()) > 0; patience -= 1) await sleep(100);
  const rows = await nodes.db.read.selectFrom('outbox').select(['dedupe_key', 'message_id']).execute();
  const ids = rows.filter(({ dedupe_key: key }) => letters.has(key)).map(({ message_id: id }) => id);
  const times = ids.map((id) => taken.filter((text) => text.includes(id)).length);
  const missing = letters.size - times.filter((count) => count > 0).length;
  return {
    what: 'letters queued before, meanwhile and afterwards',
    measured: `${letters.size} acknowledged, ${missing} did not arrive, ${times.filter((count) => count > 1).length} twice`,
    wanted: 'all, at most one repeat of each',
    ok: letters.size > 0 && missing === 0 && Math.max(...times) <= 2,
  };
}

/** Practitioners who write continuously and retry refused writes under the same id. */
class Writers {
  readonly #nodes: Nodes;
  readonly #answers = new Map<string, number>();
  readonly #acknowledged = new Map<string, { at: number; node: number }>();
  readonly #letters = new Set<string>();
  readonly #stopping = new AbortController();
  /** Requests without a response. */
  broken = 0;
  #running: Promise<unknown> = Promise.resolve();

  private constructor(nodes: Nodes) {
    this.#nodes = nodes;
  }

  static async start(nodes: Nodes): Promise<Writers> {
    const writers = new Writers(nodes);
    const practitioners: TestPractitioner[] = [];
    while (practitioners.length < WRITERS) practitioners.push(await writers.practitioner());
    writers.#running = Promise.all([
      ...practitioners.map((each, at) => writers.#keepWriting(each, at)),
      writers.#write(),
    ]);
    return writers;
  }

  practitioner(): Promise<TestPractitioner> {
    return this.#nodes.at(0).practitioner(LICENCE);
  }

  /** Creates one record, retrying at the nodes in turn until it is stored. */
  async create({ pb }: TestPractitioner, id: string, first = 0): Promise<void> {
    const body = JSON.stringify({ id, name: id, phone: `+7 9${String(this.#acknowledged.size).padStart(9, '0')}` });
    const headers = { 'content-type': 'application/json', authorization: pb.authStore.token };
    for (let attempt = first; ; attempt += 1) {
      const node = attempt % this.#nodes.urls.length;
      const url = `${this.#nodes.urls[node]}/api/collections/clients/records`;
      const status = await this.#send(url, { method: 'POST', headers, body });
      if (status === 200) return void this.#acknowledged.set(id, { at: performance.now(), node });
      await sleep(30);
    }
  }

  /** Returns the milliseconds from a moment to the first write that each node acknowledged. */
  async firstAfter(moment: number): Promise<number[]> {
    const first = (node: number): number | undefined =>
      [...this.#acknowledged.values()].find((each) => each.node === node && each.at > moment)?.at;
    const nodes = this.#nodes.urls.map((_, node) => node);
    for (let patience = 1500; patience > 0 && nodes.some((node) => first(node) === undefined); patience -= 1)
      await sleep(20);
    return nodes.map((node) => (first(node) ?? Infinity) - moment);
  }

  async stop(): Promise<{ acknowledged: Set<string>; letters: Set<string>; answers: Map<string, number> }> {
    this.#stopping.abort();
    await this.#running;
    const acknowledged = new Set(this.#acknowledged.keys());
    return { acknowledged, letters: this.#letters, answers: this.#answers };
  }

  async #keepWriting(practitioner: TestPractitioner, writer: number): Promise<void> {
    for (let count = writer; !this.#stopping.signal.aborted; count += 1)
      await this.create(practitioner, newRecordId(), count);
  }

  async #write(): Promise<void> {
    const user = await addPractitioner(this.#nodes.db, { verified: 0 });
    while (!this.#stopping.signal.aborted) {
      const dedupeKey = `failover-${newRecordId()}`;
      const letter = { kind: 'verification', ids: { user }, account: user, dedupeKey, now: this.#nodes.now() } as const;
      await this.#nodes.db
        .write((write) => queueLetter(write, letter))
        .then(
          () => this.#letters.add(dedupeKey),
          () => undefined,
        );
      await sleep(200);
    }
  }

  async #send(url: string, request: RequestInit): Promise<number> {
    try {
      const response = await fetch(url, request);
      await response.text();
      const honest = response.status !== 503 || Number(response.headers.get('retry-after')) > 0;
      const what = `${response.status}${honest ? '' : ' without Retry-After'}`;
      this.#answers.set(what, (this.#answers.get(what) ?? 0) + 1);
      return response.status;
    } catch {
      this.broken += 1;
      return 0;
    }
  }
}

/** Holds a stream open and opens another when it ends, as the SDK does. */
class Reader {
  readonly #stopping = new AbortController();
  #stream: TestStream | null = null;
  readonly #nodes: Nodes;
  readonly #node: number;
  readonly #practitioner: TestPractitioner;

  private constructor(nodes: Nodes, node: number, practitioner: TestPractitioner) {
    this.#nodes = nodes;
    this.#node = node;
    this.#practitioner = practitioner;
  }

  static async open(nodes: Nodes, node: number, practitioner: TestPractitioner): Promise<Reader> {
    const reader = new Reader(nodes, node, practitioner);
    void reader.#keepOpen();
    for (let patience = 200; patience > 0 && reader.#stream === null; patience -= 1) await sleep(20);
    return reader;
  }

  /** Returns the milliseconds until the record's event arrives; null where it does not. */
  async hears(id: string): Promise<number | null> {
    const began = performance.now();
    while (performance.now() - began < 5000) {
      if (this.#stream?.text().includes(id)) return performance.now() - began;
      await sleep(5);
    }
    return null;
  }

  stop(): void {
    this.#stopping.abort();
    void this.#stream?.close();
  }

  async #keepOpen(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      this.#stream = await this.#subscribe().catch(() => null);
      await this.#stream?.closed;
      await sleep(200);
    }
  }

  async #subscribe(): Promise<TestStream | null> {
    const url = this.#nodes.urls[this.#node] ?? '';
    const stream = await openStream(url);
    const headers = { 'content-type': 'application/json', authorization: this.#practitioner.pb.authStore.token };
    const body = JSON.stringify({ clientId: stream.clientId, subscriptions: ['clients/*'] });
    const { status } = await fetch(`${url}/api/realtime`, { method: 'POST', headers, body });
    if (status === 204) return stream;
    await stream.close();
    return null;
  }
}
