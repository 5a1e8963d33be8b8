import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { printInstant } from '#domain/time/instant.ts';
import { eraseAgain } from '#server/data/erasures/erase-again.ts';
import { keeperOfErased } from '#server/data/erasures/keep-erased.ts';
import { createLog } from '#server/ground/process/log.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { openTestServer, refusalOf } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const PERSON = { name: 'Мария', phone: '+7 916 204-18-35' };

forEachEngine((engine) => {
  const it = sameOnBoth(engine);

  it('AUTH-12 OWN-05 a start leaves alone whom another copy erased, and erases whom an older backup has', async () => {
    await using server = await openTestServer(engine);
    const { context, clock } = server;
    const { dataDir } = context.config;
    const [living, gone, owner] = [
      await server.practitioner(),
      await server.practitioner(),
      await server.practitioner(),
    ] as const;
    await gone.pb.collection('clients').create(PERSON);
    const idle = await owner.pb.collection('clients').create(PERSON);
    const active = await owner.pb.collection('clients').create({ ...PERSON, phone: '+7 916 204-18-36' });
    clock.now = clock.now.add({ hours: 1 });
    const then = printInstant(clock.now);
    clock.now = clock.now.add({ hours: 1 });
    await living.pb.collection('clients').create(PERSON);
    await owner.pb.collection('clients').update(active.id, { name: 'Мария Иванова' });

    const erasure = (client: string, id: string) => ({
      id: id.repeat(15),
      user: owner.owner,
      client,
      created: then,
      reason: 'request',
      kinds: { removed: {}, kept: {} },
      mentions: [],
      requests: [],
    });
    const accounts = [living, gone].map((whose) => ({ account: String(whose.owner), deleted: then }));
    const list = [erasure(idle.id, 'a'), erasure(active.id, 'b'), ...accounts];
    await mkdir(dataDir, { recursive: true });
    const file = join(dataDir, 'erased.jsonl');
    await writeFile(file, list.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const errors: unknown[] = [];
    const log = createLog({ logLevel: 'silent' });
    log.error = (what: unknown) => void errors.push(what);
    await eraseAgain({ ...context, log });

    assert.deepEqual(errors, [{ account: living.owner }, { account: owner.owner, client: active.id }]);
    assert.equal((await living.pb.collection('clients').getFullList()).length, 1);
    assert.equal((await refusalOf(gone.pb.collection('users').authRefresh())).status, 401);
    const { items } = await owner.pb.collection('clients').getList();
    assert.deepEqual(
      items.map(({ id }) => id),
      [active.id],
    );
    const known = await context.db.read.selectFrom('erased_accounts').selectAll().execute();
    assert.deepEqual(known, [{ id: gone.owner, deleted: then }]);

    // Deleted here later: an older backup of this copy forgets it from then on.
    await server.context.db.write(({ trx }) =>
      trx
        .insertInto('erased_accounts')
        .values({ id: living.owner, deleted: printInstant(clock.now) })
        .execute(),
    );
    await keeperOfErased(context)();
    const [last = ''] = (await readFile(file, 'utf8')).trimEnd().split('\n').slice(-1);
    assert.deepEqual(JSON.parse(last), { account: living.owner, deleted: printInstant(clock.now) });
  });
});
