import assert from 'node:assert/strict';
import { Session } from 'node:inspector/promises';
import { test } from 'node:test';
import { inProject } from '#server/ground/process/project-root.ts';
import { addClient, addSession } from '#proofs/support/rows.ts';
import { openTestServer } from '#proofs/support/test-server.ts';

// A reader who follows a call reads every file that it enters: more files make each change more expensive.

test('a call enters few of our files', async (t) => {
  await using server = await openTestServer('sqlite');
  const { owner, pb } = await server.practitioner();
  const client = await addClient(server.context.db, owner);
  const { id } = await addSession(server.context.db, owner, client.id);
  const calls = {
    'a session’s texts are saved': {
      most: 45,
      run: (time: number) =>
        pb.collection('sessions').update(id, { thoughts: `мысль ${time}`, news: `новость ${time}` }),
    },
    'clients are listed by a search': {
      most: 39,
      run: () => pb.collection('clients').getList(1, 30, { filter: "search_text ~ 'анна'", sort: '-created' }),
    },
  };
  for (const [name, { most, run }] of Object.entries(calls)) {
    // What the first calls alone do, such as opening keys, is no part of it.
    for (let time = 0; time < 3; time += 1) await run(time);
    const entered = [
      await filesEntered(() => run(3)),
      await filesEntered(() => run(4)),
      await filesEntered(() => run(5)),
    ];
    // A job that happens to run meanwhile is in one of them.
    const files = entered[0]?.filter((file) => entered.every((others) => others.includes(file))) ?? [];
    t.diagnostic(`${name}: ${files.length} files`);
    assert.ok(files.length <= most, `${name}: more than ${most} files\n${files.join('\n')}`);
  }
});

/** Returns the files of server/ and domain/ in which a function runs during the call. */
async function filesEntered(call: () => Promise<unknown>): Promise<string[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await call();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  const root = `file://${inProject('')}`;
  return result
    .filter(({ functions }) => functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)))
    .map(({ url }) => url.replace(root, '').replace(/^\//, ''))
    .filter((file) => /^(?:server|domain)\//.test(file))
    .toSorted();
}
