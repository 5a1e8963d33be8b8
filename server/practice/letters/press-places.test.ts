import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import { act } from '#server/ground/action.ts';
import type { Context } from '#server/ground/context.ts';
import { PROGRAM } from '#server/ground/identity/actor.ts';
import { pressPlaces } from '#server/practice/letters/press-places.ts';
import { updateRow } from '#server/records/store.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { type LetterOffice, openLetterOffice } from '#proofs/support/letters/letter-office.ts';

const FIRST = Temporal.Instant.from('2026-12-01T07:00:00Z');

forEachEngine((engine) => {
  let office: LetterOffice;
  before(async () => void (office = await openLetterOffice(engine)));
  after(() => office[Symbol.asyncDispose]());

  /** Runs a change and counts its statements. */
  async function countOf(run: (context: Context) => Promise<unknown>): Promise<number> {
    const { context } = office.server;
    let count = 0;
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        count += 1;
        return result;
      },
    };
    const write: Context['db']['write'] = (change, options) =>
      context.db.write((real) => change({ ...real, trx: real.trx.withPlugin(counting) }), options);
    await run({ ...context, db: { ...context.db, write } });
    return count;
  }

  test('PLACE-03 a new place of the practice takes as many statements for many clients as for few', async () => {
    const anna = await office.practitioner({ place_address: 'Тверская, 1' });
    const { id: profile } = await anna.pb.collection('profiles').getFirstListItem('');
    let place = 'Тверская, 1';
    let clients = 0;
    const add = async (more: number) => {
      for (const until = clients + more; clients < until; clients += 1) {
        const start = FIRST.add({ hours: clients }).toString({ smallestUnit: 'millisecond' }).replace('T', ' ');
        await anna.session(await anna.client({ email: `c${clients}@example.org` }), start);
      }
      await office.settle();
    };
    const change = async (place_address: string) => {
      const old = { place_address: place, place_link: '' };
      place = place_address;
      const count = await countOf((context) =>
        act({ context, actor: PROGRAM, now: office.server.clock.now }, anna.owner, async (action) => {
          await updateRow(action, 'profiles', profile, { place_address });
          await pressPlaces(action, 'all', { profile: old });
        }),
      );
      assert.equal((await anna.letters("kind = 'session-changed' && state = 'due'")).length, clients);
      return count;
    };
    /** A new place, and one more while the letters about the first wait. */
    const twice = async (street: string) => [await change(`${street}, 2`), await change(`${street}, 3`)];
    await add(2);
    const few = await twice('Тверская');
    await office.settle();
    await add(10);
    assert.deepEqual(await twice('Арбат'), few);
  });
});
