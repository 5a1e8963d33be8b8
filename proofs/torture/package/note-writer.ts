import { setTimeout as sleep } from 'node:timers/promises';
import { newRecordId } from '#server/ground/identity/record-id.ts';

// Writes notes one after the other, each after the one before is acknowledged, and prints their ids; the longest gap between two is beside them.

const [url = '', token = '', user = ''] = process.argv.slice(2);
const acknowledged: string[] = [];
let longestGapMs = 0;
const stopping = new AbortController();
process.on('SIGTERM', () => stopping.abort());

let last = performance.now();
while (!stopping.signal.aborted) {
  const id = newRecordId();
  const body = JSON.stringify({ id, user, title: id, content: 'Пришла спокойнее.', date: '2026-11-21 00:00:00.000Z' });
  const headers = { authorization: token, 'content-type': 'application/json' };
  while (!stopping.signal.aborted) {
    const answer = await fetch(`${url}/api/collections/blog_posts/records`, { method: 'POST', headers, body }).catch(
      () => null,
    );
    if (answer?.ok) {
      acknowledged.push(id);
      longestGapMs = Math.max(longestGapMs, performance.now() - last);
      last = performance.now();
      break;
    }
    await sleep(20);
  }
  await sleep(5);
}
process.stdout.write(JSON.stringify({ acknowledged, longestGapMs }));
