import { setTimeout as sleep } from 'node:timers/promises';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import type { Nodes } from '#proofs/torture/nodes.ts';

const WRITERS = 3;
const BETWEEN_MS = 20;
/** Within this time a proxy notices that a node stopped or started. */
export const NOTICED_MS = 2000;
/** Before the first node ends and after the last is back. */
const CALM_MS = 1000;

export interface Rolled {
  sent: number;
  /** Failed requests by their status, 'cut' without a response. */
  refused: Map<string, number>;
  longestGapMs: number;
  /** Acknowledged notes that are not stored. */
  missing: number;
}

/** The sequence of docs/operations/postgres-and-nodes.md: stops, starts and awaits one node after the other, under writes. */
export async function rollingRestart(proxyUrl: string, nodes: Nodes, token: string, owner: string): Promise<Rolled> {
  const rolled: Rolled = { sent: 0, refused: new Map(), longestGapMs: 0, missing: 0 };
  const acknowledged: string[] = [];
  const done = new AbortController();
  let last = performance.now();
  const write = async (): Promise<void> => {
    while (!done.signal.aborted) {
      const id = newRecordId();
      const body = { id, user: owner, title: id, content: 'Пришла спокойнее.', date: '2026-11-21 00:00:00.000Z' };
      const answer = await send(`${proxyUrl}/api/collections/blog_posts/records`, token, body);
      rolled.sent += 1;
      if (answer === '200') {
        acknowledged.push(id);
        rolled.longestGapMs = Math.max(rolled.longestGapMs, performance.now() - last);
        last = performance.now();
      } else {
        rolled.refused.set(answer, (rolled.refused.get(answer) ?? 0) + 1);
      }
      await sleep(BETWEEN_MS);
    }
  };
  const writing = Array.from({ length: WRITERS }, write);
  await sleep(CALM_MS);
  for (let node = 0; node < nodes.urls.length; node += 1) {
    await nodes.end(node);
    await nodes.restart(node);
    while ((await fetch(`${nodes.urls[node]}/api/health`)).status !== 200) await sleep(100);
    await sleep(NOTICED_MS);
  }
  await sleep(CALM_MS);
  done.abort();
  await Promise.all(writing);
  const rows = await nodes.db.read.selectFrom('blog_posts').select('id').where('user', '=', owner).execute();
  const stored = new Set(rows.map(({ id }) => id));
  rolled.missing = acknowledged.filter((id) => !stored.has(id)).length;
  return rolled;
}

async function send(url: string, token: string, body: object): Promise<string> {
  try {
    const headers = { authorization: token, 'content-type': 'application/json' };
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await answer.text();
    return answer.ok ? String(answer.status) : `${answer.status} ${text.slice(0, 60)}`;
  } catch {
    return 'cut';
  }
}
