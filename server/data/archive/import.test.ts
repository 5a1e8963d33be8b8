import assert from 'node:assert/strict';
import { test } from 'node:test';
import type PocketBase from 'pocketbase';
import { furnishDemo } from '#demo/furnish-demo.ts';
import { DEMO_PRACTITIONER } from '#demo/texts.ts';
import { clientLine, exported, filesOf, imported, paymentLine, sessionLine, zipOf } from '#proofs/support/archive.ts';
import { addClient, LICENSED, seriesRow } from '#proofs/support/rows.ts';
import { addWorkingWeek } from '#proofs/support/working-week.ts';
import { rowsOf } from '#proofs/support/stored-rows.ts';
import { onServerWith, openTestServer, type TestServer, UNLIMITED } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';
import { rounds } from '#proofs/support/long-form.ts';

const PASSWORD = 'пароль-пароль';
const CLIENT = 'c'.repeat(15);
const NOW = '2026-11-21 09:00:00.000Z';
const times = { created: NOW, updated: NOW };

const client = (id: string, name: string, values: object = {}) => clientLine({ id, name, ...values });
const session = (id: string, values: object = {}) => sessionLine({ id, client: CLIENT, ...values });
const lines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const small = (clients: readonly object[], sessions: readonly object[] = []) =>
  new Map([
    ['data/clients.jsonl', lines(clients)],
    ['data/sessions.jsonl', lines(sessions)],
  ]);

async function demoOf(server: TestServer): Promise<PocketBase> {
  await furnishDemo(server.context, PASSWORD);
  const pb = server.visitor();
  await pb.collection('users').authWithPassword(DEMO_PRACTITIONER.email, PASSWORD);
  const [first] = await pb.collection('clients').getFullList();
  await pb.collection('clients').update(first?.id ?? '', {
    request: 'Сон\nи «тревога»',
    agreement: 'По средам',
    birth_date: '1990-05-17',
    emergency: 'Сестра',
    contact: '@anna',
    tags: ['Пара', 'ёж'],
  });
  await pb.collection('templates').create({ name: 'Итог', text: ' Было:\nСтало: ', position: 2 });
  await pb.collection('sessions').create({ client: first?.id, date: '2026-11-25 09:00:00.000Z', allowOverlap: true });
  await pb.collection('sessions').create({ client: first?.id, date: '2026-11-25 09:30:00.000Z', allowOverlap: true });
  const document = await pb.collection('consent_documents').create({ title: 'Согласие', text: 'Текст\nв две строки' });
  await pb
    .collection('consents')
    .create({ document: document.id, client: first?.id, given_at: '2026-11-20 09:00:00.000Z' });
  const profile = await pb.collection('profiles').getFirstListItem('');
  await pb
    .collection('profiles')
    .update(profile.id, { ask_consent: true, days_off: [{ from: '2027-01-01', to: '2027-01-08' }] });
  return pb;
}

/** Held time without its marks of deliberate overlaps. */
async function heldOf({ context: { db } }: TestServer): Promise<string[]> {
  const rows = await db.read.selectFrom('held_time').select(['start_ms', 'end_ms', 'source', 'source_id']).execute();
  return rows.map((row) => Object.values(row).join()).toSorted();
}

onServerWith({ replace: { limits: UNLIMITED } }, (server, engine) => {
  const it = sameOnBoth(engine);

  test('OWN-02 a practice of the other engine comes back into an empty account as it was, and exports again to the same bytes', async () => {
    await using source = await openTestServer(engine === 'sqlite' ? 'postgres' : 'sqlite');
    const zip = await exported(await demoOf(source));
    await using target = await openTestServer(engine);
    const { pb } = await target.practitioner();
    const preview = await imported(pb, zip, { preview: true });
    assert.deepEqual([preview.status, preview.problems, preview.skipped], [200, [], {}]);
    assert.equal((await pb.collection('clients').getList(1, 1)).totalItems, 0);
    const { status, ...report } = await imported(pb, zip);
    assert.deepEqual([status, report.problems, report.records], [200, [], preview.records]);
    assert.ok(zip.equals(await exported(pb)));
    assert.deepEqual(await heldOf(target), await heldOf(source));
    const twice = await imported(pb, zip);
    assert.deepEqual([twice.status, twice.records, twice.problems], [200, {}, []]);
    assert.equal(twice.skipped['sessions'], report.records['sessions']);
    assert.ok(zip.equals(await exported(pb)));
    const agreed = await pb.collection('clients').getFullList({ filter: 'agreed = true', fields: 'id' });
    assert.deepEqual(
      agreed.map(({ id }) => id),
      (await pb.collection('consents').getFullList({ fields: 'client' })).map(({ client: who }) => who),
    );
    // What an import computes serves search, and refuses taken time and a second row for a person.
    const [first] = await pb.collection('clients').getFullList({ sort: 'name' });
    const found = await pb
      .collection('clients')
      .getList(1, 1, { filter: pb.filter('search_text ~ {:name}', { name: String(first?.['name']).toLowerCase() }) });
    assert.equal(found.totalItems, 1);
    await assert.rejects(pb.collection('clients').create({ name: first?.['name'], phone: first?.['phone'] }), {
      status: 400,
    });
    await assert.rejects(pb.collection('sessions').create({ client: first?.id, date: '2026-11-25 09:15:00.000Z' }), {
      status: 400,
    });
    const { items } = await pb.send('/api/journal', { query: { perPage: 100 } });
    const entries = items.filter((entry: { action: string }) => entry.action === 'import');
    assert.ok(
      entries.some(
        (entry: { subject: string; count: number }) =>
          entry.subject === 'sessions' && entry.count === report.records['sessions'],
      ),
    );
  });

  test('OWN-02 settings and hours of a practice that is there stay as they are, those of an empty account are replaced', async () => {
    const day = {
      id: 'h'.repeat(15),
      day_of_week: 1,
      start_time: '08:00',
      end_time: '12:00',
      is_available: true,
      breaks: [],
      ...times,
    };
    const hours = (start: string) =>
      new Map([['data/availability_settings.jsonl', lines([{ ...day, start_time: start }])]]);
    const { pb } = await server.practitioner();
    await pb
      .collection('availability_settings')
      .create({ day_of_week: 1, start_time: '10:00', end_time: '20:00', is_available: true });
    const started = async () =>
      (await pb.collection('availability_settings').getFullList()).map((row) => row['start_time']);
    assert.equal((await imported(pb, await zipOf(hours('08:00')))).status, 200);
    assert.deepEqual(await started(), ['08:00']);
    const { id: template } = await pb.collection('templates').create({ name: 'Итог', text: 'Было:' });
    assert.equal((await imported(pb, await zipOf(hours('09:00')))).problems[0]?.why, 'differs', 'a template is hers');
    await pb.collection('templates').delete(template);
    await pb.collection('clients').create({ name: 'Жанна', phone: '+7 900 444-44-44' });
    assert.equal((await imported(pb, await zipOf(hours('09:00')))).problems[0]?.why, 'differs');
    const other = new Map([...hours('08:00')].map(([file, text]) => [file, text.replace('hhh', 'jjj')]));
    const { status, skipped } = await imported(pb, await zipOf(other));
    assert.deepEqual([status, skipped], [200, { availability_settings: 1 }]);
    assert.deepEqual(await started(), ['08:00']);
  });

  test('OWN-02 what was deleted comes back to the payments and requests that it left behind', async () => {
    const { pb, bookingHash, owner } = await server.practitioner(LICENSED);
    await addWorkingWeek(server.context.db, owner);
    const asked = { name: 'Олег', phone: '+7 900 555-55-55', start: '2026-12-01T07:00:00Z', email: 'oleg@example.org' };
    const path = `/api/booking-page/${bookingHash}`;
    const { id: request } = await server.visitor().send<{ id: string }>(path, { method: 'POST', body: asked });
    const { session: made } = await pb.send<{ session: { id: string; client: string } }>(
      `/api/booking/${request}/approve`,
      { method: 'POST', body: {} },
    );
    const payment = { client: made.client, session: made.id, amount: 100_000, note: 'Перевод' };
    const { id } = await pb.collection('payments').create(payment);
    const zip = await exported(pb);
    const ties = async () => {
      const { client: whose, session: of, note } = await pb.collection('payments').getOne(id);
      const { read } = server.context.db;
      const [stored] = await read.selectFrom('booking').select('session').where('id', '=', request).execute();
      return [whose, of, note, stored?.session];
    };
    const whole = [made.client, made.id, 'Перевод', made.id];
    for (const [list, gone] of [
      ['sessions', made.id],
      ['clients', made.client],
    ] as const) {
      await pb.collection(list).delete(gone);
      assert.notDeepEqual(await ties().catch(() => []), whole);
      const report = await imported(pb, zip);
      assert.deepEqual([report.status, report.problems], [200, []], list);
      assert.deepEqual(await ties(), whole, list);
      assert.deepEqual((await imported(pb, zip)).records, {}, 'a second time');
    }
    await pb.collection('payments').update(id, { amount: 200_000, session: '' });
    assert.equal((await imported(pb, zip)).problems[0]?.why, 'differs', 'what she has changed stays');
  });

  test('OWN-02 a payment for another client’s session is a problem', async () => {
    const { pb } = await server.practitioner();
    const [mine, other] = ['1', '2'].map((digit) => digit.repeat(14) + engine[0]);
    const payment = paymentLine({
      id: 'p'.repeat(14) + engine[0],
      client: other ?? '',
      session: 's'.repeat(14) + engine[0],
    });
    const files = small(
      [client(mine ?? '', 'Анна'), client(other ?? '', 'Борис')],
      [session('s'.repeat(14) + engine[0], { client: mine })],
    ).set('data/payments.jsonl', lines([payment]));
    assert.deepEqual((await imported(pb, await zipOf(files))).problems, [
      { file: 'data/payments.jsonl', line: 1, field: 'session', why: 'relation' },
    ]);
  });

  test('OWN-02 another row under an id, an id of another account and a known person are problems, and nothing is kept', async () => {
    const { pb } = await server.practitioner();
    const [own, foreign, person] = ['1', '2', '3'].map(
      (digit) => digit + Math.random().toString(36).slice(2).padEnd(14, 'q').slice(0, 14),
    );
    const other = await server.practitioner();
    await pb.collection('clients').create({ id: own, name: 'Борис', phone: '+7 900 222-22-22' });
    await other.pb.collection('clients').create({ id: foreign, name: 'Вера', phone: '+7 900 333-33-33' });
    const rows = [
      client(own ?? '', 'Не Борис'),
      client(foreign ?? '', 'Вера'),
      client(person ?? '', 'борис', { phone: '8 900 222-22-22' }),
      client(CLIENT, 'Глеб'),
    ];
    const sessions = [session('s'.repeat(15)), session('t'.repeat(15), { client: foreign })];
    const report = await imported(pb, await zipOf(small(rows, sessions)));
    assert.equal(report.status, 400);
    const file = 'data/clients.jsonl';
    assert.deepEqual(report.problems, [
      { file, line: 1, field: 'id', why: 'differs' },
      { file, line: 2, field: 'id', why: 'taken' },
      { file, line: 3, field: 'name', why: 'conflict' },
    ]);
    assert.equal((await pb.collection('clients').getList(1, 1)).totalItems, 1);
    const alone = await imported(pb, await zipOf(small([client(CLIENT, 'Глеб')], sessions)));
    assert.deepEqual(alone.problems, [{ file: 'data/sessions.jsonl', line: 2, field: 'client', why: 'relation' }]);
  });

  test('OWN-02 a session of another client than its series has is a problem', async () => {
    const { pb, owner } = await server.practitioner();
    const anna = await addClient(server.context.db, owner);
    const series = seriesRow(owner, anna.id);
    await server.context.db.write(({ trx }) => trx.insertInto('series').values(series).execute());
    const sessions = [session('s'.repeat(15), { series: series.id, occurrence: '2026-11-25' })];
    const { problems } = await imported(pb, await zipOf(small([client(CLIENT, 'Глеб')], sessions)));
    assert.deepEqual(problems, [{ file: 'data/sessions.jsonl', line: 1, field: 'series', why: 'relation' }]);
  });

  test('OWN-02 sessions that overlap come in as the practitioner wanted them once, and the limit of clients does not count', async () => {
    const { pb, owner } = await server.practitioner({ license_key: '', license_status: '' });
    const many = Array.from({ length: 60 }, (_, at) => client(`k${String(at).padStart(14, '0')}`, `Клиент ${at}`));
    const [a, b, c] = ['a', 'b', 'd'].map((letter) => letter.repeat(15));
    const own = many.map((row) => ({ ...row, id: row.id }));
    const sessions = [
      session(a ?? ''),
      session(b ?? '', { date: '2026-11-25 09:59:00.000Z' }),
      session(c ?? '', { date: '2026-11-25 10:59:00.000Z' }),
    ].map((row) => ({ ...row, client: own[0]?.id }));
    const { status } = await imported(pb, await zipOf(small(own, sessions)));
    assert.equal(status, 200);
    const held = await server.context.db.read
      .selectFrom('held_time')
      .select(['source_id', 'deliberate'])
      .where('user', '=', owner)
      .orderBy('start_ms')
      .execute();
    assert.deepEqual(
      held.map(({ deliberate }) => deliberate),
      [1, 1, 0],
    );
    await assert.rejects(pb.collection('clients').create({ name: 'Ещё один', phone: '+7 900 999-99-99' }), {
      status: 400,
    });
  });

  it('OWN-02 a damaged or hostile archive is refused with file, line and reason, and nothing is kept', async () => {
    const { pb, owner } = await server.practitioner();
    const rows = [client(CLIENT, 'Дарья')];
    const good = small(rows, [session('e'.repeat(15))]);
    const files = await filesOf(await zipOf(good));
    const manifest = JSON.parse(files.get('manifest.json') ?? '');
    const having = (name: string, text: string) => zipOf(new Map([...good, [name, text]]));
    const saying = (values: object) => having('manifest.json', JSON.stringify({ ...manifest, ...values }));
    const link = await zipOf(good, { mode: 0o120777 });
    const climbing = await having('data/xx/xx.txt', 'x');
    for (let at = climbing.indexOf('data/xx/xx'); at >= 0; at = climbing.indexOf('data/xx/xx'))
      climbing.write('../../../../x', at);
    const bomb = await zipOf(new Map([...good, ['calendar.ics', 'x'.repeat(1000)]]));
    const at = bomb.lastIndexOf('calendar.ics') - 46 + 24;
    bomb.writeUInt32LE(0xfffffff0, at);
    const clients = 'data/clients.jsonl';
    const cases: [name: string, zip: Buffer, problem: unknown[]][] = [
      ['no ZIP', Buffer.from('not a zip at all, really'), ['', 0, '', 'not_zip']],
      ['half', (await zipOf(good)).subarray(0, 400), ['', 0, '', 'not_zip']],
      ['no manifest', await zipOf(new Map([['manifest.json', '[]']])), ['manifest.json', 0, '', 'invalid']],
      ['newer', await saying({ format: 2, product: '3.1.0' }), ['manifest.json', 0, '3.1.0', 'newer']],
      ['hash', await saying({ files: { ...manifest.files, [clients]: '0'.repeat(64) } }), [clients, 0, '', 'hash']],
      ['counts', await saying({ counts: { clients: 2, sessions: 1 } }), [clients, 0, '', 'counts']],
      [
        'unlisted',
        await saying({ files: { [clients]: manifest.files[clients] } }),
        ['data/sessions.jsonl', 0, '', 'unlisted'],
      ],
      ['missing', await saying({ files: { ...manifest.files, 'a.txt': '0'.repeat(64) } }), ['a.txt', 0, '', 'missing']],
      ['foreign list', await having('data/users.jsonl', '{}\n'), ['data/users.jsonl', 0, '', 'unknown']],
      ['link', link, [clients, 0, '', 'link']],
      ['climbing', climbing, ['', 0, '', 'bad_name']],
      ['bomb', bomb, ['calendar.ics', 0, '', 'too_large']],
      ['line', await having(clients, `${lines(rows)}{\n`), [clients, 2, '', 'not_json']],
      ['foreign column', await having(clients, lines([{ ...rows[0], user: owner }])), [clients, 1, '', 'unknown']],
      ['value', await having(clients, lines([{ ...rows[0], reminders: 'sms' }])), [clients, 1, 'reminders', 'invalid']],
      ['twice', await having(clients, lines([...rows, ...rows])), [clients, 2, 'id', 'duplicate']],
      [
        'same person',
        await having(clients, lines([...rows, client('f'.repeat(15), 'дарья')])),
        [clients, 2, 'name', 'duplicate'],
      ],
      ['cut', await having(clients, lines(rows).trimEnd()), [clients, 1, '', 'cut']],
      ['long', await having(clients, `"${'x'.repeat(3 * 1024 * 1024)}"\n`), [clients, 1, '', 'too_long']],
    ];
    const before = await rowsOf(server.context.db, owner);
    for (const [name, zip, problem] of cases) {
      for (const preview of [true, false]) {
        const { status, problems } = await imported(pb, zip, { preview });
        const [first] = problems;
        assert.deepEqual(
          [status, first && [first.file, first.line, first.field, first.why]],
          [preview ? 200 : 400, problem],
          name,
        );
      }
    }
    assert.deepEqual(await rowsOf(server.context.db, owner), before);
    assert.equal((await imported(pb, await zipOf(good), { preview: true })).problems.length, 0);
  });

  it('OWN-02 an archive with any bit flipped or cut anywhere is refused, or says what it said', async () => {
    const { pb, owner } = await server.practitioner();
    const zip = await zipOf(small([client('g'.repeat(15), 'Егор')]));
    const good = await imported(pb, zip, { preview: true });
    assert.deepEqual([good.problems, good.records], [[], { clients: 1 }]);
    for (let at = 3; at < zip.length; at += rounds({ short: 29, long: 11 })) {
      const flipped = Buffer.from(zip);
      flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << (at % 8)), at);
      for (const bytes of [flipped, zip.subarray(0, at)]) {
        const { status, problems, records } = await imported(pb, bytes, { preview: true });
        assert.equal(status, 200);
        if (problems.length === 0) assert.deepEqual(records, good.records, `${at}`);
      }
    }
    const { length } = await server.context.db.read
      .selectFrom('clients')
      .select('id')
      .where('user', '=', owner)
      .execute();
    assert.equal(length, 0);
  });
});
