import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Engine } from '#server/ground/db/database.ts';
import { drawn } from '#proofs/support/seed.ts';
import { ANNA, BORIS, batch } from '#proofs/authorisation/steps.ts';
import { type Ask, ask, type Verb } from '#proofs/support/ask.ts';
import { plantPractice, tokenOf } from '#proofs/support/planted-practice.ts';
import { rowsOf } from '#proofs/support/stored-rows.ts';
import { NOON, openTestServer, type TestServer, UNLIMITED } from '#proofs/support/test-server.ts';

interface Item {
  method: Verb;
  url: string;
  body?: object;
}

interface Site {
  server: TestServer;
  token: string;
}

export interface BatchVerdicts {
  passed: number;
  refused: number;
}

/** Random batches are nearly always refused; these pass, independent of the batches before them. */
const passing = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map((name): Item => ({
        method: 'PATCH',
        url: `/api/collections/users/records/${ANNA.owner}`,
        body: { name: `Анна ${name.replaceAll('\0', '')}` },
      })),
      fc.constantFrom(...ANNA.notes).map((id): Item => ({
        method: 'PUT',
        url: '/api/collections/blog_posts/records',
        body: { id, user: ANNA.owner, title: 'Заметка', content: 'Разговор', date: '2026-10-03' },
      })),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map(batchOf);
/** Of few random batches it can be none that passes. */
const SURELY_PASSING = 2;
const mixed = fc.oneof({ weight: 4, arbitrary: batch }, { weight: 1, arbitrary: passing });

/** Sends random batches to one server and their requests one by one to another: the same verdicts, the same rows. */
export async function compareBatches(engine: Engine, count: number): Promise<BatchVerdicts> {
  await using together = await openSite(engine);
  await using alone = await openSite(engine);
  const verdicts: BatchVerdicts = { passed: 0, refused: 0 };
  const batches = [...drawn(mixed, count), ...drawn(passing, SURELY_PASSING)];
  for (const [turn, { body }] of batches.entries()) {
    const items = itemsOf(body);
    // A step this small does not update the sign-in's last-seen time, which is written after the response.
    for (const { server } of [together, alone]) server.clock.now = NOON.add({ milliseconds: turn });
    const earlier = await rows(together);
    const whole = await send(together, batchOf(items));
    const singles: { status: number; body: string }[] = [];
    for (const item of items) {
      const single = await sendAlone(alone, item);
      singles.push(single);
      if (single.status >= 400) break;
    }
    const told = JSON.stringify(items);
    const refusal = singles.findIndex(({ status }) => status >= 400);
    if (refusal < 0) {
      verdicts.passed += 1;
      const results: unknown = JSON.parse(whole.body);
      assert.deepEqual(results, singles.map(resultOf), told);
    } else {
      verdicts.refused += 1;
      const { data } = JSON.parse(whole.body);
      assert.equal(whole.status, 400, told);
      assert.deepEqual(Object.keys(data.requests), [String(refusal)], told);
      assert.deepEqual(data.requests[refusal].response, JSON.parse(singles[refusal]?.body ?? ''), told);
      assert.deepEqual(await rows(together), earlier, told);
      // Requests that passed one by one before the refusal also pass as a batch of their own.
      if (refusal > 0) {
        verdicts.passed += 1;
        assert.equal((await send(together, batchOf(items.slice(0, refusal)))).status, 200, told);
      }
    }
    assert.deepEqual(await rows(together), await rows(alone), told);
  }
  return verdicts;
}

/** Sends batches of every length up to `lengths` with one refused request each; returns how many left a change. */
export async function failAtEveryLength(server: TestServer, lengths: number): Promise<number> {
  const practice = await plantPractice(server.context.db, 'petra');
  const site = { server, token: await tokenOf(server.context, practice) };
  let left = 0;
  for (let length = 1; length <= lengths; length += 1) {
    const failing = ((length * 7919) % 50) % length;
    const items = Array.from({ length }, (_, at): Item => ({
      method: 'POST',
      url: '/api/collections/clients/records',
      body: { user: practice.owner, name: at === failing ? '' : `Новый ${at}`, phone: `+7 900 ${1000 + at}` },
    }));
    const earlier = await rowsOf(server.context.db, practice.owner);
    const { status, body } = await send(site, batchOf(items));
    assert.equal(status, 400);
    assert.deepEqual(Object.keys(JSON.parse(body).data.requests), [String(failing)]);
    left += JSON.stringify(await rowsOf(server.context.db, practice.owner)) === JSON.stringify(earlier) ? 0 : 1;
  }
  return left;
}

async function openSite(engine: Engine): Promise<Site & AsyncDisposable> {
  const server = await openTestServer(engine, { replace: { limits: UNLIMITED } });
  await plantPractice(server.context.db, 'anna');
  await plantPractice(server.context.db, 'boris');
  return {
    server,
    token: await tokenOf(server.context, ANNA),
    [Symbol.asyncDispose]: () => server.dispose(),
  };
}

async function rows({ server: { context } }: Site): Promise<string[]> {
  return [...(await rowsOf(context.db, ANNA.owner)), ...(await rowsOf(context.db, BORIS.owner))];
}

async function send({ server, token }: Site, request: Ask) {
  return ask(server.app, { ...request, token, address: '127.0.0.1' });
}

/** An upsert has no address of its own. */
async function sendAlone(site: Site, item: Item): Promise<{ status: number; body: string }> {
  if (item.method !== 'PUT') return send(site, item);
  const { status, body } = await send(site, batchOf([item]));
  const answer = JSON.parse(body);
  if (status === 200) return { status, body: JSON.stringify(answer[0].body) };
  const one = answer.data.requests?.[0];
  if (!one) throw new Error(`a batch of ${JSON.stringify(item)} is ${status} ${body}`);
  return { status, body: JSON.stringify(one.response) };
}

function resultOf({ status, body }: { status: number; body: string }): object {
  return { status, body: body === '' ? null : JSON.parse(body) };
}

function batchOf(requests: readonly Item[]): Ask {
  return { method: 'POST', url: '/api/batch', body: { requests } };
}

function itemsOf(body: unknown): Item[] {
  return typeof body === 'object' && body !== null && 'requests' in body && Array.isArray(body.requests)
    ? body.requests
    : [];
}
