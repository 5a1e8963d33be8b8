import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { ask } from '#proofs/support/ask.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { rounds } from '#proofs/support/long-form.ts';
import { addPractitioner, letterRow } from '#proofs/support/rows.ts';
import { openTestServer, type TestServer } from '#proofs/support/test-server.ts';
import { workOf } from '#proofs/support/work-of.ts';

const PRACTICES = rounds({ short: 100, long: 300 });
const LETTERS = 1000;
/** Reading the state counts only waiting and failed letters, however many were sent. */
const CPU_MS = 20;
const LOOKS = 20;
const TOKEN = 'a-token-of-the-operator';

forEachEngine((engine) => {
  let server: TestServer;
  before(async () => {
    server = await openTestServer(engine, { config: { metricsToken: TOKEN } });
    const { db } = server.context;
    for (let practice = 0; practice < PRACTICES; practice += 1) {
      const row = letterRow(await addPractitioner(db));
      const { id: _id, message_id: _message, ...rest } = row;
      const columns = sql.join(Object.keys(rest).map((name) => sql.ref(name)));
      await db.write(async ({ trx }) => {
        await trx.insertInto('letters').values(row).execute();
        await sql`
          insert into letters (id, message_id, ${columns})
          with recursive numbers (number) as (
            select 100001 union all select number + 1 from numbers where number < ${sql.lit(100_000 + LETTERS)}
          )
          select substr(id, 1, 9) || cast(number as text), message_id || cast(number as text), ${columns}
          from letters cross join numbers where id = ${row.id}
        `.execute(trx);
      });
    }
    await db.write(({ trx }) => sql`analyze`.execute(trx));
  });
  after(() => server.dispose());

  test(`the metrics cost the same beside ${PRACTICES * LETTERS} sent letters as beside none`, async () => {
    const look = async (): Promise<void> => {
      const { status, body } = await ask(server.app, {
        method: 'GET',
        url: '/metrics',
        headers: { authorization: `Bearer ${TOKEN}` },
      });
      assert.equal(status, 200);
      assert.match(body, /^kabinet_letters\{state="waiting"\} 0$/m);
    };
    await look();
    const ms = await workOf({ db: server.context.db.read, engine }, look, LOOKS);
    assert.ok(ms <= CPU_MS, `${ms.toFixed(1)} ms`);
  });
});
