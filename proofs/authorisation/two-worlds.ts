import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import type { Engine } from '#server/ground/db/database.ts';
import { ANNA, BORIS, neighbour, NOBODY, step, topics } from '#proofs/authorisation/steps.ts';
import { type Answer, type Ask, ask } from '#proofs/support/ask.ts';
import { openStream, type TestStream } from '#proofs/support/event-stream.ts';
import { plantPractice, tokenOf } from '#proofs/support/planted-practice.ts';
import { addPractitioner } from '#proofs/support/rows.ts';
import { NOON, openTestServer, type TestServer, UNLIMITED } from '#proofs/support/test-server.ts';

const TOLD_WITHIN_MS = 5000;

interface World {
  server: TestServer;
  token: string;
  stream: TestStream;
  /** The neighbour's token; null in the world where the neighbour does nothing. */
  neighbour: string | null;
  /** Server-generated ids and their labels, equal in both worlds. */
  labels: Map<string, string>;
}

/** Two servers that differ only in a neighbour's data and requests. */
export interface TwoWorlds extends AsyncDisposable {
  /** Sends both the same sequences of requests and compares the responses byte by byte. */
  compare(sequences: number, length: number): Promise<Map<number, number>>;
  dispose(): Promise<void>;
}

export async function openTwoWorlds(engine: Engine): Promise<TwoWorlds> {
  const worlds = [await openWorld(engine, 'quiet'), await openWorld(engine, 'busy')] as const;
  const dispose = async (): Promise<void> => {
    for (const { stream, server } of worlds) {
      await stream.close();
      await server.dispose();
    }
  };
  let asked = 0;
  let marks = 0;
  const both = <Result>(run: (world: World) => Promise<Result>) => Promise.all([run(worlds[0]), run(worlds[1])]);

  async function askBoth(request: Ask): Promise<Answer> {
    asked += 1;
    // The clock moves on in both alike: no two records get the same moment.
    for (const { server } of worlds) server.clock.now = NOON.add({ milliseconds: asked });
    const [quiet, busy] = await both(async (world) =>
      masked(world, await ask(world.server.app, { token: world.token, address: '127.0.0.1', ...request })),
    );
    assert.deepEqual(busy, quiet, JSON.stringify(request));
    return quiet;
  }

  async function subscribe(wanted: readonly string[]): Promise<void> {
    const [quiet, busy] = await both(({ server, token, stream }) =>
      ask(server.app, {
        method: 'POST',
        url: '/api/realtime',
        token,
        address: '127.0.0.1',
        body: { clientId: stream.clientId, subscriptions: [...wanted, 'blog_posts/*'] },
      }),
    );
    assert.deepEqual(busy, quiet);
  }

  /** Publishes a mark and waits for it: every earlier event has arrived by then. */
  async function awaitEvents(): Promise<void> {
    marks += 1;
    const mark = `Знак ${marks}.`;
    // A new record: the event of a change before could show the mark as well, where it is read late.
    // An id that the server chooses would differ, and filters compare it.
    const id = `mark${String(marks).padStart(11, '0')}`;
    const body = { id, title: mark, content: 'Длинный текст', date: '2090-01-01' };
    const { status } = await askBoth({ method: 'POST', url: '/api/collections/blog_posts/records', body });
    assert.equal(status, 200);
    await both(async ({ stream }) => {
      const until = performance.now() + TOLD_WITHIN_MS;
      while (!stream.text().includes(mark) && performance.now() < until) await sleep(5);
      assert.ok(stream.text().includes(mark), 'the mark arrives');
    });
  }

  async function compareStreams(): Promise<void> {
    await awaitEvents();
    const [quiet, busy] = await both(async (world) => {
      // Heartbeats come by the real clock.
      const events = world.stream.text().replaceAll(/^:\n\n/gm, '');
      return label(world, events.replaceAll(world.stream.clientId, 'stream'));
    });
    assert.equal(busy, quiet);
  }

  return {
    dispose,
    [Symbol.asyncDispose]: dispose,
    async compare(sequences, length) {
      const statuses = new Map<number, number>();
      const sequence = fc.array(fc.tuple(step, fc.option(neighbour, { freq: 4 })), {
        minLength: length,
        maxLength: length,
      });
      await fc.assert(
        fc.asyncProperty(topics, sequence, async (wanted, requests) => {
          await subscribe(wanted);
          for (const [request, meanwhile] of requests) {
            if (meanwhile) await both((world) => actAsNeighbour(world, meanwhile));
            const { status } = await askBoth(request);
            statuses.set(status, (statuses.get(status) ?? 0) + 1);
            // On PostgreSQL an event shows the record as it is when the event is read, which the next request can change.
            if (engine === 'postgres' && request.method !== 'GET' && status < 300) await awaitEvents();
          }
          await compareStreams();
        }),
        // Every request changes the state for the next one, so a shrunken sequence proves nothing.
        { numRuns: sequences, endOnFailure: true },
      );
      return statuses;
    },
  };
}

async function openWorld(engine: Engine, kind: 'quiet' | 'busy'): Promise<World> {
  const server = await openTestServer(engine, { replace: { limits: UNLIMITED } });
  const { context } = server;
  await plantPractice(context.db, 'anna');
  if (kind === 'busy') await plantPractice(context.db, 'boris');
  else await addPractitioner(context.db, { id: BORIS.owner }, { id: BORIS.profile });
  return {
    server,
    token: await tokenOf(context, ANNA),
    stream: await openStream(server.url),
    neighbour: kind === 'busy' ? await tokenOf(context, BORIS) : null,
    labels: new Map(),
  };
}

async function actAsNeighbour({ server, neighbour: token }: World, request: Ask): Promise<void> {
  if (token === null) return;
  const { status, body } = await ask(server.app, { ...request, token });
  assert.ok(status < 500 && status !== 401, body);
}

function masked(world: World, answer: Answer): Answer {
  return { ...answer, body: label(world, answer.body) };
}

const KNOWN = new Set(
  [ANNA, BORIS, NOBODY].flatMap((practice) =>
    Object.values(practice).flatMap((ids: string | readonly string[]) => ids),
  ),
);

/** Replaces tokens and server-generated ids by labels in the order of their appearance. */
function label({ labels }: World, text: string): string {
  const bare = text.replaceAll(/eyJ[\w.-]+|(?<="visit":")[\w-]{22}(?=")/g, 'token');
  return bare.replaceAll(/\b[a-z0-9]{15}\b/g, (id) => {
    if (KNOWN.has(id)) return id;
    const name = labels.get(id) ?? `#${labels.size}`;
    labels.set(id, name);
    return name;
  });
}
