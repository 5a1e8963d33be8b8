import { LETTER_SETTLES_SECONDS } from '#domain/letters/letter.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { AnyRow } from '#server/ground/db/query.ts';
import { openRows } from '#server/ground/db/sealed-rows.ts';
import { RECORD_TABLES } from '#server/ground/db/tables.ts';
import type { Database } from '#server/ground/db/database.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { areLettersDue } from '#proofs/support/letters/due-letters.ts';
import { stopHash } from '#server/practice/letters/address-keys.ts';
import { bookingRow, insertSealed, letterRow, seriesRow, sessionRow } from '#proofs/support/rows.ts';
import type { TestPractitioner, TestServer } from '#proofs/support/test-server.ts';
import { addWorkingWeek } from '#proofs/support/working-week.ts';

export interface PlantedPerson {
  client: string;
  /** Texts that only this person's rows and letters have. */
  canaries: string[];
  /** The sessions that stay. */
  past: string[];
  requests: string[];
  /** A note that names the person. */
  note: string;
}

const STAMP = '2026-11-21 09:00:00.000Z';

/** Gives a practice a person with something in every table and field that can hold it, and letters that were sent. */
export async function plantPerson(
  server: TestServer,
  { pb, owner, bookingHash }: TestPractitioner,
): Promise<PlantedPerson> {
  const { context } = server;
  const { db } = context;
  const canaries: string[] = [];
  const canary = (kind: string): string => {
    const text = `kanar${kind}${newRecordId()}`;
    canaries.push(text);
    return text;
  };
  await addWorkingWeek(db, owner);
  const document = await pb.collection('consent_documents').create({ title: 'Согласие', text: 'Согласие' });
  const [profile] = await pb.collection('profiles').getFullList();
  await pb.collection('profiles').update(profile?.id ?? '', { ask_consent: true });

  const digits = String(newRecordId().codePointAt(0)) + String(Math.random()).slice(2, 9).padEnd(7, '3');
  const phone = `+7 9${digits.slice(0, 9).padEnd(9, '7')}`;
  canaries.push(phone.slice(3));
  const person = { name: `Вероника ${canary('name')}`, phone };
  const email = `${canary('email')}@example.com`;
  const ask = (start: string, kind: string, address: string) =>
    server.visitor().send<{ id: string }>(`/api/booking-page/${bookingHash}`, {
      method: 'POST',
      body: { start, ...person, message: canary(kind), email: address, consent: document.id },
    });
  const asked = await ask('2026-11-23T07:00:00Z', 'approved', email);
  const { client } = await pb.send(`/api/booking/${asked.id}/approve`, { method: 'POST' });
  const rejected = await ask('2026-11-23T09:00:00Z', 'rejected', `${canary('otheremail')}@example.com`);
  await pb.send(`/api/booking/${rejected.id}/reject`, { method: 'POST' });
  const waiting = await ask('2026-11-23T11:00:00Z', 'waiting', '');
  // Before everything else in the data, and each person's own.
  const born = `19${digits.slice(1, 3).padEnd(2, '0')}-0${(Number(digits.slice(3, 5)) % 9) + 1}-1${digits.slice(5, 6) || '0'}`;
  canaries.push(born);
  await pb.collection('clients').update(client.id, {
    description: canary('description'),
    source: canary('source'),
    request: canary('request'),
    agreement: canary('agreement'),
    birth_date: born,
    emergency: canary('emergency'),
    contact: canary('contact'),
    tags: [canary('tag')],
  });
  const meeting = (date: string, kind: string) => ({
    client: client.id,
    date,
    description: canary(`${kind}description`),
    thoughts: canary(`${kind}thoughts`).padEnd(9000, ' —'),
    news: canary(`${kind}news`),
    place: canary(`${kind}place`),
  });
  const [first, second] = [
    await pb.collection('sessions').create({ ...meeting('2026-11-02 07:00:00.000Z', 'one'), status: 'completed' }),
    await pb.collection('sessions').create({ ...meeting('2026-11-09 07:00:00.000Z', 'two'), status: 'canceled' }),
  ];
  await pb.collection('payments').create({
    client: client.id,
    session: first.id,
    amount: 350_000,
    note: canary('payment'),
  });
  const planned = await pb.collection('sessions').create(meeting('2026-11-25 07:00:00.000Z', 'next'));
  await pb.send(`/api/sessions/${planned.id}/visit-link`, { method: 'POST' });
  const note = await pb
    .collection('blog_posts')
    .create({ title: 'Заметка', content: 'Говорили с Вероникой', date: '2026-11-20' });
  // The letters about the visit are files by now.
  await lettersLeave(server);

  const own = { id: newRecordId(), user: owner, created: STAMP, updated: STAMP };
  const stop = stopHash(context, owner, email);
  canaries.push(stop);
  const series = seriesRow(owner, client.id, { answer: JSON.stringify({ name: canary('answer') }) });
  await db.write(async (write) => {
    const { trx } = write;
    await trx.insertInto('series').values(series).execute();
    await trx
      .insertInto('series_skips')
      .values({ ...own, client: client.id, series: series.id, occurrence: '2026-11-30', reason: 'taken' })
      .execute();
    await insertSealed(write, 'sessions', [
      sessionRow(owner, client.id, {
        date: '2026-12-07 06:00:00.000Z',
        series: series.id,
        occurrence: '2026-12-07',
        news: canary('ofseries'),
      }),
    ]);
    await trx
      .insertInto('letters')
      .values(letterRow(owner, { client: client.id, reason: canary('reason'), stranger: canary('stranger') }))
      .execute();
    // A request of an earlier version, which knows its session alone.
    await trx
      .insertInto('booking')
      .values(bookingRow(owner, { name: canary('oldname'), session: first.id, status: 'confirmed' }))
      .execute();
    await trx
      .updateTable('booking')
      .set({ network: canary('network'), wider_network: canary('wider'), time_zone: canary('zone') })
      .where('id', '=', waiting.id)
      .execute();
    await trx
      .updateTable('clients')
      .set({ time_zone: canary('clientzone'), place_link: `https://${canary('ownlink')}.example` })
      .where('id', '=', client.id)
      .execute();
    await trx
      .insertInto('consents')
      .values({
        ...own,
        document: document.id,
        client: client.id,
        given_at: STAMP,
        manner: 'web',
        address: canary('address'),
        device: canary('device'),
      })
      .execute();
    await trx.insertInto('letter_stops').values({ user: owner, hash: stop, created: STAMP }).execute();
  });
  const links = await db.read.selectFrom('visit_links').select('hash').where('user', '=', owner).execute();
  canaries.push(...links.map(({ hash }) => hash));
  const requests = await db.read.selectFrom('booking').select('id').where('user', '=', owner).execute();
  return {
    client: client.id,
    canaries,
    past: [first.id, second.id],
    requests: requests.map(({ id }) => id).toSorted(),
    note: note.id,
  };
}

/** Waits until every letter that is due once what was pressed has settled is a file. */
async function lettersLeave({ context, clock }: TestServer): Promise<void> {
  clock.now = clock.now.add({ seconds: LETTER_SETTLES_SECONDS.LAST });
  while (await areLettersDue(context.db, clock.now)) {
    context.events.wake('letters');
    await sleep(10);
  }
}

/** Every row of every table as one text, with its sealed texts opened, tables that nodes share included. */
export async function wholeDatabase(db: Database): Promise<string> {
  const tables = await db.read.introspection.getTables({ withInternalKyselyTables: true });
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<AnyRow>`select * from ${sql.table(name)}`.execute(db.read);
    const table = RECORD_TABLES.find((one) => one === name);
    const shown = table ? await openRows(db.read, table, rows) : rows;
    texts.push(...shown.map((row) => JSON.stringify(row)));
  }
  return texts.join('\n');
}
