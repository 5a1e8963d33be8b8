import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { queueLetter } from '#server/ground/mail/queue-letter.ts';
import { type FakeSmtp, startFakeSmtp } from '#proofs/support/mail/fake-smtp.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { addClient, addPractitioner } from '#proofs/support/rows.ts';
import { openStream, type TestStream } from '#proofs/support/event-stream.ts';
import type { TestPractitioner } from '#proofs/support/test-server.ts';
import { type Nodes, startNodes } from '#proofs/torture/nodes.ts';
import type { Figure, Part } from '#proofs/torture/part.ts';

const SUBSCRIBERS = 200;
const EVENTS = 10_000;
const WRITERS = 8;
const LONGEST_P99_MS = 500;
const LETTERS = 300;
const KILLING_MS = 120_000;
const BETWEEN_KILLS_MS = 6000;
const MEASURED_MS = 6000;

type Tell = (figure: Figure) => void;

/**
 * Two processes on one PostgreSQL: readers at one receive the writes at the other, and either can die without warning.
 */
export const run: Part = async (tell) => {
  await using smtp = await startFakeSmtp('accept');
  await using nodes = await startNodes('postgres', { SMTP_URL: smtp.url });
  await hearAcross(nodes, tell);
  await endAcross(nodes, tell);
  await shareLimits(nodes, tell);
  await shareLetters(nodes, smtp, tell);
  await compareThroughput(nodes, tell);
  await killInTurn(nodes, smtp, tell);
};

interface Listener {
  practitioner: TestPractitioner;
  client: string;
  stream: TestStream;
}

/** Each writes at the first node and reads a stream at the second. */
async function listeners(nodes: Nodes): Promise<Listener[]> {
  const all: Listener[] = [];
  for (let at = 0; at < SUBSCRIBERS; at += 1) {
    const practitioner = await nodes.at(0).practitioner();
    const { id } = await addClient(nodes.db, practitioner.owner);
    const stream = await openStream(nodes.urls[1] ?? '');
    // Subscriptions to every record, foreign ids included.
    const foreign = all.slice(-3).map(({ client }) => `clients/${client}`);
    await fetch(`${nodes.urls[1]}/api/realtime`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: practitioner.pb.authStore.token },
      body: JSON.stringify({ clientId: stream.clientId, subscriptions: ['clients/*', 'users/*', ...foreign] }),
    });
    all.push({ practitioner, client: id, stream });
  }
  return all;
}

async function hearAcross(nodes: Nodes, tell: Tell): Promise<void> {
  const all = await listeners(nodes);
  const sent = new Map<string, number>();
  const heard = new Map<string, number>();
  const answered = new Map<string, number>();
  const watching = new AbortController();
  // Each stream's text shows the arrival as it grows.
  const watch = (async () => {
    const seen = new Map<Listener, number>();
    while (!watching.signal.aborted) {
      const now = performance.now();
      for (const listener of all) {
        const text = listener.stream.text();
        const from = seen.get(listener) ?? 0;
        if (text.length === from) continue;
        seen.set(listener, text.length);
        for (const [, mark = ''] of text.slice(Math.max(0, from - 60)).matchAll(/mark-(\d+)-end/g)) {
          if (!heard.has(mark)) heard.set(mark, now);
        }
      }
      await sleep(2);
    }
  })();
  let next = 0;
  const write = async (): Promise<void> => {
    for (let mark = next++; mark < EVENTS; mark = next++) {
      const listener = all[mark % all.length];
      if (!listener) return;
      sent.set(String(mark), performance.now());
      const { pb } = listener.practitioner;
      await pb.collection('clients').update(listener.client, { description: `mark-${mark}-end` }, { fields: 'id' });
      answered.set(String(mark), performance.now());
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: WRITERS }, write));
  const perSecond = EVENTS / ((performance.now() - began) / 1000);
  for (let patience = 500; patience > 0 && heard.size < EVENTS; patience -= 1) await sleep(10);
  watching.abort();
  await watch;
  const where = `${nodes.where}, ${SUBSCRIBERS} streams, ${perSecond.toFixed(0)} writes/s`;
  // An event that arrives before the writer's response counts as 0 ms.
  const [fromAnswer, fromSending] = [percentiles(heard, answered), percentiles(heard, sent)];
  tell({
    what: 'a write at one node to its reader at the other',
    where,
    measured: `${heard.size} heard, from the answer p50 ${fromAnswer.p50.toFixed(0)} ms, p99 ${fromAnswer.p99.toFixed(0)} ms, from the sending p99 ${fromSending.p99.toFixed(0)}`,
    wanted: `all ${EVENTS}, p99 ≤ ${LONGEST_P99_MS} ms`,
    ok: heard.size === EVENTS && fromAnswer.p99 <= LONGEST_P99_MS,
  });
  const owners = all.map(({ practitioner, stream }) => ({
    owner: practitioner.owner,
    told: Array.from(stream.text().matchAll(/"user":"([a-z0-9]{15})"/g), ([, user]) => user),
  }));
  const told = owners.reduce((count, each) => count + each.told.length, 0);
  const foreign = owners.reduce((count, each) => count + each.told.filter((user) => user !== each.owner).length, 0);
  tell({
    what: 'events of somebody else’s records',
    where,
    measured: `${foreign} of ${told}`,
    wanted: `0 of ${EVENTS} or more`,
    ok: foreign === 0 && told >= EVENTS,
  });
  await Promise.all(all.map(({ stream }) => stream.close()));
}

function percentiles(ends: Map<string, number>, begins: Map<string, number>): { p50: number; p99: number } {
  const times = [...ends].map(([mark, end]) => Math.max(0, end - (begins.get(mark) ?? end))).toSorted((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? Infinity;
  return { p50: at(0.5), p99: at(0.99) };
}

async function endAcross(nodes: Nodes, tell: Tell): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < 50; round += 1) {
    const practitioner = await nodes.at(0).practitioner();
    const stream = await openStream(nodes.urls[1] ?? '');
    await fetch(`${nodes.urls[1]}/api/realtime`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: practitioner.pb.authStore.token },
      body: JSON.stringify({ clientId: stream.clientId, subscriptions: ['clients/*'] }),
    });
    const other = await nodes.at(0).signIn(practitioner);
    const began = performance.now();
    await other.pb.send('/api/sign-ins', { method: 'DELETE' });
    await stream.closed;
    times.push(performance.now() - began);
  }
  const longest = Math.max(...times);
  tell({
    what: 'a sign-in ended at one node, its stream at the other',
    where: nodes.where,
    measured: `${times.length} ended, the longest took ${longest.toFixed(0)} ms`,
    wanted: '≤ 1000 ms',
    ok: longest <= 1000,
  });
}

async function shareLimits(nodes: Nodes, tell: Tell): Promise<void> {
  // An address without an account costs and counts the same.
  const email = `${newRecordId()}@example.com`;
  const statuses = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const call = nodes.callers.visitor().collection('users').authWithPassword(email, 'неверный-пароль');
      return call.then(
        () => 200,
        (error: { status: number }) => error.status,
      );
    }),
  );
  const tried = statuses.filter((status) => status !== 429).length;
  tell({
    what: '60 guesses at one password from 60 addresses',
    where: nodes.where,
    measured: `${tried} tried`,
    wanted: '10 at most',
    ok: tried <= 10,
  });
}

async function shareLetters(nodes: Nodes, smtp: FakeSmtp, tell: Tell): Promise<void> {
  const user = await addPractitioner(nodes.db, { verified: 0 });
  const before = smtp.taken.length;
  await nodes.db.write(async (write) => {
    for (let at = 0; at < LETTERS; at += 1) {
      const dedupeKey = `torture-${at}`;
      await queueLetter(write, { kind: 'verification', ids: { user }, account: user, dedupeKey, now: nodes.now() });
    }
  });
  for (let patience = 600; patience > 0 && (await waiting(nodes)) > 0; patience -= 1) await sleep(100);
  const taken = smtp.taken.slice(before).map(messageId);
  tell({
    what: `${LETTERS} letters queued at once`,
    where: nodes.where,
    measured: `${taken.length} handed over, ${new Set(taken).size} different`,
    wanted: `${LETTERS}, each once`,
    ok: taken.length === LETTERS && new Set(taken).size === LETTERS,
  });
}

async function waiting(nodes: Nodes): Promise<number> {
  const rows = await nodes.db.read
    .selectFrom('outbox')
    .select('id')
    .where('state', 'not in', ['sent', 'failed'])
    .execute();
  return rows.length;
}

function messageId(raw: string): string {
  return /^message-id: (.+)$/im.exec(raw)?.[1] ?? '';
}

/** The same callers at one process and at both, in turn, so that other load on the machine affects both. */
async function compareThroughput(nodes: Nodes, tell: Tell): Promise<void> {
  const practitioners = await Promise.all(Array.from({ length: 16 }, () => nodes.at(0).practitioner()));
  for (const { owner } of practitioners) {
    for (let at = 0; at < 30; at += 1) await addClient(nodes.db, owner, { name: `Клиент ${at}` });
  }
  const serve = async (urls: readonly string[]): Promise<number> => {
    let count = 0;
    const end = performance.now() + MEASURED_MS;
    await Promise.all(
      practitioners.map(async ({ pb }, at) => {
        while (performance.now() < end) {
          const response = await fetch(`${urls[at % urls.length]}/api/collections/clients/records`, {
            headers: { authorization: pb.authStore.token },
          });
          await response.text();
          if (response.status === 200) count += 1;
        }
      }),
    );
    return count / (MEASURED_MS / 1000);
  };
  const [first = ''] = nodes.urls;
  await serve(nodes.urls);
  const ratios: number[] = [];
  const [one, two]: [number[], number[]] = [[], []];
  for (let round = 0; round < 3; round += 1) {
    one.push(await serve([first]));
    two.push(await serve(nodes.urls));
    ratios.push((two.at(-1) ?? 0) / (one.at(-1) ?? 1));
  }
  const ratio = ratios.toSorted((a, b) => a - b)[1] ?? 0;
  const rounded = (values: readonly number[]): string => values.map((value) => value.toFixed(0)).join(', ');
  tell({
    what: 'lists of 30 clients, two processes beside one',
    where: nodes.where,
    measured: `${rounded(two)} beside ${rounded(one)} a second, ${ratio.toFixed(2)} times`,
    wanted: '≥ 0.9 times',
    ok: ratio >= 0.9,
  });
}

/** Writers who retry requests without a response at the other node, under the ids that they chose. */
async function killInTurn(nodes: Nodes, smtp: FakeSmtp, tell: Tell): Promise<void> {
  // A licence lifts the limit of clients.
  const licence = { license_status: 'active', license_key: 'VALID_1', license_expires_at: '2099-01-01 00:00:00.000Z' };
  const practitioners: TestPractitioner[] = [];
  while (practitioners.length < WRITERS) practitioners.push(await nodes.at(0).practitioner(licence));
  const unverified = await addPractitioner(nodes.db, { verified: 0 });
  const before = smtp.taken.length;
  const acknowledged = new Set<string>();
  const unlike = new Map<number, number>();
  let again = 0;
  let longest = 0;
  const end = performance.now() + KILLING_MS;
  const write = async ({ pb }: TestPractitioner, writer: number): Promise<void> => {
    for (let count = 0; performance.now() < end; count += 1) {
      const id = newRecordId();
      const body = JSON.stringify({ id, name: `Клиент ${writer}`, phone: `+7 9${String(count).padStart(9, '0')}` });
      const headers = { 'content-type': 'application/json', authorization: pb.authStore.token };
      const began = performance.now();
      for (let attempt = writer + count; ; attempt += 1) {
        const url = `${nodes.urls[attempt % nodes.urls.length]}/api/collections/clients/records`;
        const response = await fetch(url, { method: 'POST', headers, body }).catch(() => null);
        await response?.text().catch(() => undefined);
        if (response?.status === 200) break;
        if (response) unlike.set(response.status, (unlike.get(response.status) ?? 0) + 1);
        again += 1;
        await sleep(20);
      }
      longest = Math.max(longest, performance.now() - began);
      acknowledged.add(id);
      if (count % 5 === 0) {
        const dedupeKey = `killed-${id}`;
        await nodes.db.write((each) =>
          queueLetter(each, {
            kind: 'verification',
            ids: { user: unverified },
            account: unverified,
            dedupeKey,
            now: nodes.now(),
          }),
        );
      }
    }
  };
  let kills = 0;
  const killing = (async () => {
    while (performance.now() < end) {
      await sleep(BETWEEN_KILLS_MS);
      await nodes.kill(kills % 2);
      await nodes.restart(kills % 2);
      kills += 1;
    }
  })();
  await Promise.all([...practitioners.map(write), killing]);
  const rows = await nodes.db.read.selectFrom('clients').select('id').execute();
  const stored = new Set(rows.map(({ id }) => id));
  const lost = [...acknowledged].filter((id) => !stored.has(id)).length;
  tell({
    what: `a node killed every ${BETWEEN_KILLS_MS / 1000} s in turn, ${kills} kills`,
    where: nodes.where,
    measured: `${acknowledged.size} acknowledged, ${lost} lost, ${again} sent again, the longest wait ${longest.toFixed(0)} ms`,
    wanted: '0 lost',
    ok: lost === 0 && acknowledged.size > 0,
  });
  tell({
    what: 'answers but 200 meanwhile',
    where: nodes.where,
    measured: [...unlike].map(([status, count]) => `${count} × ${status}`).join(', ') || 'none',
    wanted: 'none but 503',
    ok: [...unlike.keys()].every((status) => status === 503),
  });
  // Letters that a killed node was sending are retried after minutes; these updates skip the wait.
  await sleep(2000);
  await nodes.db.write(({ trx }) =>
    sql`update outbox set claimed = '2026-01-01 00:00:00.000Z' where claimed is not null`.execute(trx),
  );
  await nodes.db.write(({ trx }) =>
    sql`update outbox set not_before = '2026-01-01 00:00:00.000Z' where not_before is not null`.execute(trx),
  );
  for (let patience = 900; patience > 0 && (await waiting(nodes)) > 0; patience -= 1) await sleep(100);
  const queued = await nodes.db.read
    .selectFrom('outbox')
    .select('message_id')
    .where('dedupe_key', 'like', 'killed-%')
    .execute();
  const taken = Map.groupBy(smtp.taken.slice(before).map(messageId), (each) => each);
  const most = Math.max(...[...taken.values()].map((each) => each.length));
  const repeated = [...taken.values()].filter((each) => each.length > 1).length;
  tell({
    what: 'letters queued meanwhile',
    where: nodes.where,
    measured: `${taken.size} of ${queued.length} arrived, ${repeated} twice, none more than ${most} times`,
    wanted: 'all, at most one repeat of each',
    ok: taken.size === queued.length && most <= 2,
  });
}
