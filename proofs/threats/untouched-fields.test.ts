import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AnyRow, loose } from '#server/ground/db/query.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import type { Reader } from '#server/ground/db/database.ts';
import { openRow, sealRow } from '#server/ground/db/sealed-rows.ts';
import type { RecordTable } from '#server/ground/db/tables.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { addBooking, addClient, addSession } from '#proofs/support/rows.ts';
import { refusalOf, type TestServer, onServer } from '#proofs/support/test-server.ts';

const STAMP = { created: '2026-11-21 09:00:00.000Z', updated: '2026-11-21 09:00:00.000Z' };
const UNKNOWN_ZONE = 'Mars/Base';
const TOO_LONG = 'и'.repeat(300);

/** A record with fields that today's rules refuse, changes that must pass, and one that must not. */
interface Case {
  table: RecordTable;
  plant: (server: TestServer, owner: OwnerId) => Promise<{ id: string }>;
  changes: Record<string, unknown>[];
  refused: Record<string, unknown>;
}

const CASES: Case[] = [
  {
    table: 'booking',
    plant: ({ context }, owner) =>
      addBooking(context.db, owner, { name: TOO_LONG, phone: '', message: 'о'.repeat(3000), time_zone: UNKNOWN_ZONE }),
    changes: [{ status: 'cancelled' }, { status: 'pending' }, { status: 'confirmed' }],
    refused: { status: 'lost' },
  },
  {
    table: 'profiles',
    plant: async ({ context }, owner) => {
      await context.db.write(({ trx }) =>
        trx
          .updateTable('profiles')
          .set({ time_zone: UNKNOWN_ZONE, days_off: '[{"from":"2026-12-02","to":"2026-12-01"}]' })
          .where('user', '=', owner)
          .execute(),
      );
      return context.db.read.selectFrom('profiles').select('id').where('user', '=', owner).executeTakeFirstOrThrow();
    },
    changes: [{ name: 'Анна Белова' }, { max_days_ahead: 30, time_zone: UNKNOWN_ZONE }, { time_zone: 'Europe/Berlin' }],
    refused: { time_zone: 'Mars/Other' },
  },
  {
    table: 'sessions',
    plant: async ({ context }, owner) => {
      const client = await addClient(context.db, owner);
      return addSession(context.db, owner, client.id, { duration: 50, description: 'о'.repeat(6000) });
    },
    changes: [{ news: 'Новое' }, { status: 'canceled' }, { date: '2026-11-24 06:00:00.000Z' }],
    refused: { duration: 10 },
  },
  {
    table: 'clients',
    plant: ({ context }, owner) =>
      addClient(context.db, owner, { name: 'Я', phone: '1', source: TOO_LONG, description: 'о'.repeat(6000) }),
    changes: [{ handmade: false }, { phone: '+7 900 000-00-00' }, { name: 'Яна' }],
    refused: { name: 'Ю' },
  },
  {
    table: 'blog_posts',
    plant: ({ context }, owner) =>
      plant(context.db, 'blog_posts', owner, { title: 'М', content: 'Мало', date: STAMP.created }),
    changes: [{ content: 'Текст подлиннее' }, { title: 'Мысли' }],
    refused: { title: 'Н' },
  },
  {
    table: 'availability_settings',
    plant: ({ context }, owner) =>
      plant(context.db, 'availability_settings', owner, {
        day_of_week: 1,
        start_time: 'утром',
        end_time: '18:00',
        is_available: 1,
        breaks: '[]',
      }),
    changes: [{ is_available: false }, { end_time: '17:00' }, { start_time: '09:00', is_available: true }],
    refused: { end_time: '08:00' },
  },
  {
    table: 'users',
    plant: async ({ context }, owner) => {
      await context.db.write(({ trx }) => trx.updateTable('users').set({ name: '' }).where('id', '=', owner).execute());
      return { id: owner };
    },
    changes: [{ emailVisibility: true }, { name: 'Анна' }],
    refused: { name: ' ' },
  },
];

async function storedRecord(read: Reader, table: RecordTable, id: string): Promise<AnyRow> {
  const row = await loose(read).selectFrom<string>(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return openRow(read, table, row);
}

async function plant(db: TestServer['context']['db'], table: RecordTable, owner: OwnerId, row: AnyRow) {
  const id = newRecordId();
  await db.write(async (write) => {
    const sealed = await sealRow(write, table, { ...STAMP, id, user: owner, ...row });
    await loose(write.trx).insertInto<string>(table).values(sealed).execute();
  });
  return { id };
}

onServer((server) => {
  for (const { table, plant: plantRow, changes, refused } of CASES) {
    test(`API-04 what ${table} hold that no rule lets in any more keeps no other field from being changed`, async () => {
      const { pb, owner } = await server.practitioner();
      const { id } = await plantRow(server, owner);
      const stored = async () => storedRecord(server.context.db.read, table, id);
      for (const change of changes) {
        const earlier = await stored();
        await pb.collection(table).update(id, change);
        const kept = Object.keys(earlier).filter(
          (name) => !(name in change) && !FOLLOWING.includes(name) && !FOLLOWING.includes(`${table} ${name}`),
        );
        const later = await stored();
        for (const name of kept) assert.deepEqual(later[name], earlier[name], `${name} by ${JSON.stringify(change)}`);
      }
      assert.equal((await refusalOf(pb.collection(table).update(id, refused))).status, 400);
    });
  }

  test('API-04 a rule between fields holds whichever of them is changed', async () => {
    const { pb, owner } = await server.practitioner();
    const { id } = await plant(server.context.db, 'availability_settings', owner, {
      day_of_week: 2,
      start_time: '09:00',
      end_time: '18:00',
      is_available: 1,
      breaks: '[{"start":"13:00","end":"14:00"}]',
    });
    const codes = async (change: object) =>
      (await refusalOf(pb.collection('availability_settings').update(id, change))).codes;
    assert.deepEqual(Object.keys(await codes({ start_time: '19:00' })), ['end_time']);
    assert.deepEqual(Object.keys(await codes({ start_time: '13:30' })), ['breaks']);
  });
});

/** Fields derived from others, and timestamps. */
const FOLLOWING = [
  'sessions outcome',
  'sessions outcome_at',
  'sessions remind_from',
  'updated',
  'identity_key',
  'search_text',
  'name_key',
  'session',
  'held_since',
  'booking client',
];
