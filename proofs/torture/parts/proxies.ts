import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { hashPassword } from '#server/accounts/passwords/password.ts';
import { EMAIL, PASSWORD } from '#proofs/support/accounts/account.ts';
import { openStream } from '#proofs/support/event-stream.ts';
import { addPractitioner } from '#proofs/support/rows.ts';
import { type Nodes, startNodes } from '#proofs/torture/nodes.ts';
import type { Figure, Part } from '#proofs/torture/part.ts';
import { NOTICED_MS, rollingRestart } from '#proofs/torture/rolling-restart.ts';
import { type Proxy, startCaddy, startNginx } from '#proofs/torture/proxies.ts';

const TRIES = 40;
const MOST_TRIED = 20;
/** The length of a node's id, with which a stream's id begins. */
const NODE_LENGTH = 6;
const MOST_REFUSED = 1;
const BATCH_BYTES = 4 * 1024 * 1024;
const SECRET = 'iskomoe-slovo';
const signedIn = z.object({ token: z.string(), record: z.object({ id: z.string() }) });

type SignIn = z.infer<typeof signedIn>;
type Tell = (figure: Figure) => void;

/** The proxies with their shipped configurations, each in front of two nodes. */
export const run: Part = async (tell) => {
  for (const [name, start] of [
    ['caddy', startCaddy],
    ['nginx', startNginx],
  ] as const) {
    await using nodes = await startNodes('postgres', { LOG_LEVEL: 'silent' });
    await using proxy = await start(nodes.urls);
    const where = `${name}, ${nodes.where}`;
    const signIn = await through(proxy, nodes, where, tell);
    await share(proxy, where, tell);
    await restart(proxy, nodes, signIn, where, tell);
    await withoutOne(proxy, nodes, where, tell);
    await withoutAny(proxy, nodes, where, tell);
  }
};

async function through(proxy: Proxy, nodes: Nodes, where: string, tell: Tell): Promise<SignIn> {
  await addPractitioner(nodes.db, { email: EMAIL, password_hash: await hashPassword(PASSWORD) });
  const forged = { 'x-forwarded-for': '198.51.100.7', 'x-real-ip': '198.51.100.7', forwarded: 'for=198.51.100.7' };
  const answer = await post(proxy, '/api/collections/users/auth-with-password', {
    body: JSON.stringify({ identity: EMAIL, password: PASSWORD }),
    headers: forged,
    from: '127.0.0.9',
  });
  const { token, record } = signedIn.parse(JSON.parse(answer.body));
  const seen = await nodes.db.read.selectFrom('sign_ins').select('address').where('user', '=', record.id).execute();
  const address = seen.map((each) => each.address).join();
  tell({
    what: 'a sign-in from 127.0.0.9 with a forged address',
    where,
    measured: `${answer.status}, seen as ${address}`,
    wanted: '200, seen as 127.0.0.9',
    ok: answer.status === 200 && address === '127.0.0.9',
  });
  await realtime(proxy, token, where, tell);
  await limits(proxy, where, tell);
  await bodies(proxy, token, where, tell);
  return { token, record };
}

async function realtime(proxy: Proxy, token: string, where: string, tell: Tell): Promise<void> {
  const stream = await openStream(proxy.url);
  const headers = { authorization: token };
  const topics = JSON.stringify({ clientId: stream.clientId, subscriptions: ['clients/*'] });
  const subscribed = await post(proxy, '/api/realtime', { headers, body: topics });
  const times: number[] = [];
  for (let at = 0; at < 3; at += 1) {
    const sent = performance.now();
    const body = JSON.stringify({ name: `mark-${at}-end`, phone: `+7 916 204-18-3${at}` });
    await post(proxy, '/api/collections/clients/records', { headers, body });
    for (let patience = 1000; patience > 0 && !stream.text().includes(`mark-${at}-end`); patience -= 1) await sleep(3);
    times.push(performance.now() - sent);
  }
  await stream.close();
  const longest = Math.max(...times);
  tell({
    what: 'an event through it, from the sending of the write on',
    where,
    measured: `${subscribed.status}, the longest ${longest.toFixed(0)} ms`,
    wanted: '204, ≤ 1000 ms',
    ok: subscribed.status === 204 && longest <= 1000,
  });
}

async function limits(proxy: Proxy, where: string, tell: Tell): Promise<void> {
  const statuses: number[] = [];
  for (let at = 0; at < TRIES; at += 1) {
    const headers = { 'x-forwarded-for': `198.51.100.${at}` };
    const body = JSON.stringify({ email: `${at}@example.net` });
    const path = '/api/collections/users/request-password-reset';
    statuses.push((await post(proxy, path, { headers, body, from: '127.0.0.10' })).status);
  }
  const tried = statuses.filter((status) => status !== 429).length;
  tell({
    what: `${TRIES} letters asked for, each from another forged address`,
    where,
    measured: `${tried} passed`,
    wanted: `${MOST_TRIED} at most`,
    ok: tried > 0 && tried <= MOST_TRIED,
  });
}

async function bodies(proxy: Proxy, token: string, where: string, tell: Tell): Promise<void> {
  const empty = JSON.stringify({ requests: [], filler: '' });
  const body = JSON.stringify({ requests: [], filler: 'x'.repeat(BATCH_BYTES - empty.length) });
  const small = await post(proxy, '/api/batch', { headers: { authorization: token }, body: empty });
  const large = await post(proxy, '/api/batch', { headers: { authorization: token }, body });
  tell({
    what: 'a batch of 4 MiB',
    where,
    measured: `${large.status}, ${large.body === small.body ? 'answered as a small one' : large.body.slice(0, 60)}`,
    wanted: 'answered as a small one',
    ok: large.body === small.body && large.status === small.status,
  });
}

async function share(proxy: Proxy, where: string, tell: Tell): Promise<void> {
  const streams = await Promise.all(Array.from({ length: 10 }, () => openStream(proxy.url)));
  const counts = [...Map.groupBy(streams, ({ clientId }) => clientId.slice(0, NODE_LENGTH)).values()].map(
    ({ length }) => length,
  );
  for (const stream of streams) await stream.close();
  tell({
    what: '10 streams opened at once',
    where,
    measured: `${counts.join(' and ')} at a node`,
    wanted: '3 at least at either',
    ok: counts.length === 2 && Math.min(...counts) >= 3,
  });
}

/** A rolling update to a new version, as in docs/operations/postgres-and-nodes.md. */
async function restart(
  proxy: Proxy,
  nodes: Nodes,
  { token, record }: SignIn,
  where: string,
  tell: Tell,
): Promise<void> {
  const { sent, refused, longestGapMs, missing } = await rollingRestart(proxy.url, nodes, token, record.id);
  const kinds = [...refused].map(([answer, times]) => `${times} × ${answer}`).join(', ');
  const count = [...refused.values()].reduce((sum, times) => sum + times, 0);
  tell({
    what: `one node restarted after the other, ${sent} writes meanwhile`,
    where,
    measured: `${count} refused${count > 0 ? ` (${kinds})` : ''}, ${missing} lost, longest gap ${longestGapMs.toFixed(0)} ms`,
    wanted: `${MOST_REFUSED} refused at most, none lost`,
    ok: count <= MOST_REFUSED && missing === 0,
  });
}

/**
 * One node dies without warning and the other takes all requests. Behind Caddy the first write to reach the dead node
 * is refused until the next health check.
 */
async function withoutOne(proxy: Proxy, nodes: Nodes, where: string, tell: Tell): Promise<void> {
  await nodes.kill(0);
  const read = async (): Promise<number> => (await fetch(`${proxy.url}/api/health`)).status;
  const write = async (): Promise<number> =>
    (await post(proxy, '/api/collections/users/auth-with-password', { body: '{}' })).status;
  const reads = await Promise.all(Array.from({ length: 20 }, read));
  await sleep(NOTICED_MS);
  const writes = await Promise.all(Array.from({ length: 20 }, write));
  const answered = (statuses: number[], wanted: number): number => statuses.filter((each) => each === wanted).length;
  tell({
    what: '20 reads at once after a node was killed, and 20 writes two seconds later',
    where,
    measured: `${answered(reads, 200)} and ${answered(writes, 400)} answered`,
    wanted: 'all',
    ok: answered(reads, 200) === reads.length && answered(writes, 400) === writes.length,
  });
}

/** Without any node the response has a Retry-After, and the query stays out of the logs, before and after. */
async function withoutAny(proxy: Proxy, nodes: Nodes, where: string, tell: Tell): Promise<void> {
  const search = async (): Promise<Response> => {
    const filter = encodeURIComponent(`name~'${SECRET}'`);
    const answer = await fetch(`${proxy.url}/api/collections/clients/records?filter=${filter}`);
    await answer.text();
    return answer;
  };
  await search();
  for (let node = 0; node < nodes.urls.length; node += 1) await nodes.kill(node);
  const none = await search();
  tell({
    what: 'a request when no node is there',
    where,
    measured: `${none.status}, Retry-After ${none.headers.get('retry-after') ?? 'missing'}`,
    wanted: '503 with Retry-After',
    ok: none.status === 503 && Number(none.headers.get('retry-after')) > 0,
  });
  const kept = (await proxy.logs()).includes(SECRET);
  tell({
    what: 'what was searched, in the logs of the proxy',
    where,
    measured: kept ? 'there' : 'not there',
    wanted: 'not there',
    ok: !kept,
  });
}

interface Sent {
  headers?: Record<string, string>;
  body: string;
  /** One of this machine's own addresses. */
  from?: string;
}

async function post(proxy: Proxy, path: string, { headers = {}, body, from = '127.0.0.1' }: Sent) {
  const call = request(`${proxy.url}${path}`, {
    method: 'POST',
    localAddress: from,
    headers: { ...headers, 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) },
  });
  call.end(body);
  const [response] = await once(call, 'response');
  return { status: Number(response.statusCode), body: await text(response) };
}
