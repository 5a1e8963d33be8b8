import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { before, test } from 'node:test';
import { fromBufferPromise } from 'yauzl';
import { ARCHIVE_LISTS } from '#domain/archive/columns.ts';
import { furnishDemo } from '#demo/furnish-demo.ts';
import { DEMO_PRACTITIONER } from '#demo/texts.ts';
import { call, exported, filesOf } from '#proofs/support/archive.ts';
import { addBooking, addClient, addSession } from '#proofs/support/rows.ts';
import { onServer, type TestPractitioner } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

onServer((server, engine) => {
  const it = sameOnBoth(engine);
  let demo: TestPractitioner;

  before(async () => {
    await furnishDemo(server.context, 'пароль-пароль');
    const pb = server.visitor();
    await pb.collection('users').authWithPassword(DEMO_PRACTITIONER.email, 'пароль-пароль');
    const { owner } = await server.practitioner();
    demo = { pb, owner, bookingHash: '' };
  });

  it('OWN-01 the whole practice is one ZIP whose manifest lists what is inside, the same data the same bytes', async () => {
    const zip = await exported(demo.pb);
    const files = await filesOf(zip);
    const { files: hashes, counts, format, through } = JSON.parse(files.get('manifest.json') ?? '');
    assert.equal(format, 1);
    assert.deepEqual(
      Object.keys(hashes).toSorted(),
      [...files.keys()].filter((name) => name !== 'manifest.json').toSorted(),
    );
    for (const [name, hash] of Object.entries(hashes)) {
      assert.equal(
        createHash('sha256')
          .update(files.get(name) ?? '')
          .digest('hex'),
        hash,
        name,
      );
    }
    for (const list of ARCHIVE_LISTS) {
      const { totalItems } = await demo.pb.collection(list).getList(1, 1);
      assert.equal(counts[list], totalItems, list);
      assert.equal((files.get(`data/${list}.jsonl`) ?? '').split('\n').length - 1, totalItems, list);
    }
    assert.ok(counts.sessions > 300 && through > '2026');
    assert.ok([...files.values()].every((text) => !text.includes(demo.bookingHash || '\0')));
    assert.ok(zip.equals(await exported(demo.pb)));
    const { TZ } = process.env;
    process.env['TZ'] = TZ === 'Asia/Tokyo' ? 'UTC' : 'Asia/Tokyo';
    try {
      assert.ok(zip.equals(await exported(demo.pb)));
    } finally {
      if (TZ === undefined) delete process.env['TZ'];
      else process.env['TZ'] = TZ;
    }
    assert.ok(
      !existsSync(server.context.config.dataDir) ||
        readdirSync(server.context.config.dataDir).every((name) => !name.startsWith('spool')),
    );
  });

  test('OWN-01 the archive holds no other practice, no account, link or licence, and no key of one', async () => {
    const other = await server.practitioner();
    await other.pb.collection('clients').create({ name: 'Чужая Клиентка', phone: '+7 900 000-00-00' });
    const texts = [...(await filesOf(await exported(demo.pb)))].join('\n');
    for (const secret of [
      'Чужая',
      // As a key: an id may end with these letters.
      '"user":',
      'booking_hash',
      'licen',
      'VALID_DEMO',
      DEMO_PRACTITIONER.email,
      'identity_key',
      'argon2',
    ]) {
      assert.ok(!texts.includes(secret), secret);
    }
    const own = await filesOf(await exported(other.pb));
    assert.ok((own.get('data/clients.jsonl') ?? '').includes('Чужая'));
    assert.equal(own.get('data/sessions.jsonl'), '');
  });

  test('OWN-01 files of an unpacked archive are for nobody else on the machine', async () => {
    const zip = await fromBufferPromise(await exported(demo.pb));
    for await (const { fileName, externalFileAttributes } of zip.eachEntry())
      assert.equal((externalFileAttributes >>> 16).toString(8), '100600', fileName);
  });

  it('OWN-01 pages, tables and the calendar are for people: they run nothing and need no network', async () => {
    const { pb } = await server.practitioner();
    const name = '=<img src=x onerror=alert(1)> & "Ё"';
    const client = await pb.collection('clients').create({ name, phone: '+7 900 111-22-33' });
    await pb
      .collection('sessions')
      .create({ client: client.id, date: '2026-11-20 07:00:00.000Z', news: 'Раз\n</p><script>' });
    await pb.collection('blog_posts').create({ title: 'Мысль', content: 'Текст <b>заметки</b>', date: '2026-11-21' });
    const document = await pb.collection('consent_documents').create({ title: 'Согласие', text: 'Я согласна <b>' });
    await pb
      .collection('consents')
      .create({ client: client.id, document: document.id, manner: 'paper', given_at: '2026-11-20 07:00:00.000Z' });
    await pb
      .collection('payments')
      .create({ client: client.id, amount: -350_050, paid_on: '2026-11-20', note: '+сдача' });
    const files = await filesOf(await exported(pb));
    const page = files.get(`html/clients/${client.id}.html`) ?? '';
    assert.match(
      page,
      /на бумаге<\/p><h4>Версия\u00A01: <bdi>Согласие<\/bdi><\/h4><p class="text">Я согласна &#60;b&#62;<\/p>/,
    );
    assert.match(files.get('csv/согласия.csv') ?? '', /;на бумаге;;1;Согласие;Я согласна <b>;/);
    assert.match(page, /20\.11\.2026 10:00/);
    assert.match(page, /&#60;img src=x/);
    for (const [file, html] of files) {
      if (file.endsWith('.html')) assert.doesNotMatch(html, /<script|<img|<b>|https?:|<link/, file);
    }
    assert.match(files.get('html/index.html') ?? '', new RegExp(`clients/${client.id}\\.html`));
    const csv = files.get('csv/клиенты.csv') ?? '';
    assert.ok(csv.startsWith('\uFEFFИмя;Телефон;'));
    assert.match(csv, /\r\n"'=<img src=x onerror=alert\(1\)> & ""Ё""";8 \(900\) 111-22-33;/);
    assert.match(files.get('csv/сессии.csv') ?? '', /\r\n20\.11\.2026 10:00;60;/);
    assert.match(
      files.get('csv/оплаты.csv') ?? '',
      /\r\n20\.11\.2026;"'=<img [^\r]*";-3500,50;перевод;;;нет;'\+сдача;;[^;]{15}\r\n$/,
    );
    const calendar = files.get('calendar.ics') ?? '';
    assert.match(calendar, /DTSTART:20261120T070000Z\r\nDTEND:20261120T080000Z\r\n/);
    for (const line of calendar.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75);
  });

  it('OWN-04 the archive of one client has what is about the client and nothing about others', async () => {
    const { items } = await demo.pb.collection('sessions').getList(1, 1);
    const client = String(items[0]?.['client']);
    const files = await filesOf(await exported(demo.pb, { client }));
    const rows = (list: string) =>
      (files.get(`data/${list}.jsonl`) ?? '')
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    assert.deepEqual(
      rows('clients').map(({ id }) => id),
      [client],
    );
    const { totalItems } = await demo.pb.collection('sessions').getList(1, 1, { filter: `client='${client}'` });
    assert.equal(rows('sessions').length, totalItems);
    assert.ok(rows('sessions').every((session) => session.client === client));
    assert.deepEqual(
      [...files.keys()].filter((name) => /notes|blog_posts|templates|profile|availability|заметки|часы/.test(name)),
      [],
    );
    assert.equal([...files.keys()].filter((name) => name.startsWith('html/clients/')).length, 1);
    const stranger = await server.practitioner();
    for (const id of [client, 'x'.repeat(15)])
      assert.equal((await call(stranger.pb, '/api/export', { client: id })).status, 404);
  });

  test('OWN-04 the archive of one client names no session that became another client’s', async () => {
    const { pb, owner } = await server.practitioner();
    const { db } = server.context;
    const [anna, boris] = [await addClient(db, owner, { phone: '1' }), await addClient(db, owner, { phone: '2' })];
    const session = await addSession(db, owner, boris.id);
    const { id } = await addBooking(db, owner, { client: anna.id, session: session.id, status: 'confirmed' });
    const requests = async (query = {}): Promise<unknown[]> => {
      const text = (await filesOf(await exported(pb, query))).get('data/booking.jsonl') ?? '';
      return [text.match(/"id":"(\w+)"/)?.[1], text.match(/"session":"(\w*)"/)?.[1]];
    };
    assert.deepEqual(await requests(), [id, session.id]);
    assert.deepEqual(await requests({ client: anna.id }), [id, '']);
  });

  test('OWN-01 the journal has every export, whole or of one client', async () => {
    const { pb } = await server.practitioner();
    const client = await pb.collection('clients').create({ name: 'Олег', phone: '+7 900 111-11-11' });
    await exported(pb);
    await exported(pb, { client: client.id });
    const { items } = await pb.send('/api/journal', { query: { perPage: 2 } });
    assert.deepEqual(
      items.map((entry: { action: string; client: string }) => [entry.action, entry.client]),
      [
        ['export', client.id],
        ['export', ''],
      ],
    );
  });
});
