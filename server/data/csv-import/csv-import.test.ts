import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { clientOfRow } from '#domain/csv-import/row.ts';
import { CSV_ENCODINGS } from '#domain/csv-import/encoding.ts';
import { CSV_LIMITS } from '#domain/csv-import/report.ts';
import { clients as collection } from '#server/practice/clients/collection.ts';
import { newValues } from '#server/records/create-record.ts';
import { anyCharacter } from '#proofs/support/any-character.ts';
import { importTable, previewTable } from '#proofs/support/csv.ts';
import { HEADER, importAsOne, rowsOf } from '#proofs/support/csv-as-one.ts';
import { encoded } from '#proofs/support/encoded.ts';
import { onServerWith, type TestPractitioner, UNLIMITED } from '#proofs/support/test-server.ts';
import { LICENSED } from '#proofs/support/rows.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

/** More than a statement takes at once. */
const ROWS = 600;

onServerWith({ replace: { limits: UNLIMITED } }, (server, engine) => {
  const it = sameOnBoth(engine);
  const clientsOf = async ({ pb }: TestPractitioner) =>
    (await pb.collection('clients').getFullList({ sort: 'search_text' })).map(({ name, phone, description }) =>
      [name, phone, description].join('|'),
    );

  test('OWN-03 a table is previewed as it would be imported: encoding, separator, columns, first rows, refusals', async () => {
    const practitioner = await server.practitioner(LICENSED);
    const text = `${HEADER}${rowsOf(24)};нет имени;\r\n`;
    for (const encoding of CSV_ENCODINGS) {
      const { status, body } = await previewTable(practitioner.pb, encoded(text, encoding, true));
      const { rows, ...about } = body;
      assert.equal(status, 200);
      assert.deepEqual(about, {
        kind: 'table',
        encoding,
        separator: ';',
        header: true,
        columns: ['ФИО', 'Телефон', 'Комментарий'],
        offered: [],
        total: 25,
        chosen: 'name:0,phone:1,description:2',
        imported: 24,
        refused: [{ line: 26, why: 'name_missing' }],
        remarks: [],
      });
      assert.equal(rows.length, 20);
      assert.deepEqual(rows[1], ['Клиент 1', '+7 916 1000001', 'Заметка 1']);
    }
    assert.deepEqual(await clientsOf(practitioner), []);
  });

  test('OWN-03 what is chosen is read so: encoding, separator, header and columns', async () => {
    const { pb } = await server.practitioner(LICENSED);
    const table = encoded('1,Анна Ли,89162041835\r\n2,"Пётр, ст.",89162041836\r\n', 'windows-1251');
    const found = (await previewTable(pb, table)).body;
    assert.deepEqual([found.encoding, found.separator, found.header], ['windows-1251', ',', false]);
    assert.deepEqual([found.columns, found.chosen, found.total], [['', '', ''], 'name:1,phone:2', 2]);
    const asked = (await previewTable(pb, table, { separator: ';', header: '1', columns: 'name:0,phone:0' })).body;
    assert.deepEqual([asked.separator, asked.header, asked.total, asked.chosen], [';', true, 1, 'name:0,phone:0']);
    assert.deepEqual(asked.columns, ['1,Анна Ли,89162041835']);
    const { body } = await importTable(pb, table, { columns: 'name:1,phone:2,description:0', header: '0' });
    assert.deepEqual([body.imported, body.refused], [2, []]);
  });

  it('OWN-03 a file that is no table, or not as chosen, is refused with its place, and nothing is imported', async () => {
    const practitioner = await server.practitioner(LICENSED);
    const columns = { columns: 'name:0,phone:1' };
    const line = 'Анна;+7 916 204-18-35\r\n';
    const cases: [string | Uint8Array, string, number][] = [
      ['', 'csv_empty', 0],
      ['\r\n \r\n;;\r\n', 'csv_empty', 0],
      ['Имя;Телефон\r\n', 'csv_empty', 0],
      [Buffer.from('PK\u0003\u0004workbook', 'latin1'), 'csv_not_table', 0],
      [gzipSync(Buffer.from('PK\u0003\u0004workbook', 'latin1')), 'csv_not_table', 0],
      [gzipSync(line).subarray(0, 20), 'csv_packed', 0],
      [`${line}\r\n\r\n"Пётр;+7 916 204-18-36\r\n${line}`, 'csv_quote', 4],
      [`${line}${'и'.repeat(200_000)}\r\n`, 'csv_long_line', 2],
      [`${line}${';'.repeat(CSV_LIMITS.columns)}`, 'csv_columns', 2],
      [line.repeat(CSV_LIMITS.rows + 1), 'csv_rows', 0],
    ];
    for (const [table, code, at] of cases) {
      for (const send of [previewTable, importTable]) {
        const { status, body } = await send(practitioner.pb, table, columns);
        assert.deepEqual([status, body.data['file']?.code, body.data['file']?.params], [400, code, { line: at }]);
      }
    }
    for (const query of [
      {},
      { columns: 'name:0' },
      { ...columns, encoding: 'utf-7' },
      { ...columns, separator: 'x' },
    ]) {
      assert.equal((await importTable(practitioner.pb, line, query)).status, 400);
    }
    assert.equal(
      (await importTable(practitioner.pb, line, columns, { 'content-type': 'application/json' })).status,
      415,
    );
    for (const sent of [Buffer.alloc(CSV_LIMITS.bytes + 1, 'а'), gzipSync(Buffer.alloc(CSV_LIMITS.bytes + 1, 'а'))]) {
      assert.equal((await importTable(practitioner.pb, sent, columns)).status, 413);
    }
    assert.deepEqual(await clientsOf(practitioner), []);
  });

  test('OWN-03 rows around the names of columns and rows with broken characters are listed with their lines', async () => {
    const practitioner = await server.practitioner(LICENSED);
    const whole = Buffer.from(
      'Клиенты\n\nна 1 мая\nИмя;Телефон;Описание\nАнна;112233;\nИмя;Телефон;Описание;\nПётр*;112234;\nОлег;112235;сон*\n',
    );
    const pieces = whole.toString('latin1').split('*');
    const torn = Buffer.from(pieces.join('\u00ED\u00A0\u00BD'), 'latin1');
    for (const table of [torn, gzipSync(torn)]) {
      const { total, chosen, imported, refused, remarks, header } = (await previewTable(practitioner.pb, table)).body;
      assert.deepEqual([total, chosen, imported, header], [6, 'name:0,phone:1,description:2', 2, true]);
      assert.deepEqual(refused, [
        { line: 1, why: 'before_header' },
        { line: 3, why: 'before_header' },
        { line: 6, why: 'header' },
        { line: 7, why: 'broken' },
      ]);
      assert.deepEqual(remarks, [{ line: 8, remark: 'description_broken' }]);
    }
    const wrong = encoded('Имя;Телефон\nАнна;112233\n', 'windows-1251');
    const byHand = { columns: 'name:0,phone:1', encoding: 'UTF-8' };
    assert.deepEqual((await importTable(practitioner.pb, wrong, byHand)).body.refused, [{ line: 2, why: 'broken' }]);
    const { body } = await importTable(practitioner.pb, torn);
    assert.deepEqual([body.imported, body.remarks], [2, [{ line: 8, remark: 'description_broken' }]]);
    assert.deepEqual(await clientsOf(practitioner), ['Анна|112233|', 'Олег|112235|сон\uFFFD\uFFFD\uFFFD']);
  });

  test('OWN-03 each row is imported or listed with its line and reason', async () => {
    const practitioner = await server.practitioner(LICENSED);
    const { pb } = practitioner;
    await pb.collection('clients').create({ name: 'Алёна Иванова', phone: '+7 (916) 204-18-35' });
    const table = [
      'sep=;',
      'Имя;Телефон;Описание',
      'Пётр;8-916 доб. 12, мама;=HYPERLINK("http://x")',
      '',
      '"Анна\r\nМария";+7 916 200-00-01;"две\r\nстроки; и ""кавычки"""',
      ' алена  ИВАНОВА ;8 916 204 18 35;',
      'петр;8-916 доб. 12, мама;',
      `${'и'.repeat(10_000)};+7 916 200-00-02;`,
      'Ни\0на;+7 916 200-00-03;',
      'Олег;7,91621E+10;',
      'Ян',
      "Ева;'+7 916 200-00-04;;;",
      'Иванова; Александра;+7 916 200-00-05;мама',
    ].join('\r\n');
    const { status, body } = await importTable(pb, table);
    assert.equal(status, 200);
    assert.deepEqual(body.refused, [
      { line: 8, why: 'exists' },
      { line: 9, why: 'repeated' },
      { line: 10, why: 'name_long' },
      { line: 11, why: 'characters' },
      { line: 12, why: 'phone_rounded' },
      { line: 13, why: 'phone_missing' },
      { line: 15, why: 'wide' },
    ]);
    assert.equal(body.imported, 3);
    assert.deepEqual(await clientsOf(practitioner), [
      'Алёна Иванова|+7 (916) 204-18-35|',
      'Анна Мария|+7 916 200-00-01|две\nстроки; и "кавычки"',
      'Ева|+7 916 200-00-04|',
      'Пётр|8-916 доб. 12, мама|=HYPERLINK("http://x")',
    ]);
    const [client] = await pb.collection('clients').getFullList({ filter: 'name = "Ева"' });
    assert.deepEqual([client?.['source'], client?.['handmade'], client && 'import' in client], ['Другое', true, false]);
  });

  test('OWN-03 an address is taken over, with letters as for a client that is typed in; a wrong one does not cost the client', async () => {
    const practitioner = await server.practitioner(LICENSED);
    const { pb } = practitioner;
    const [profile] = await pb.collection('profiles').getFullList();
    await pb.collection('profiles').update(String(profile?.id), { client_letters: true });
    const table = 'ФИО;Телефон;Почта\r\nАнна;112233;Anna@Example.ru\r\nПётр;112234;-\r\nОлег;112235;oleg.ru\r\n';
    const { chosen, remarks } = (await previewTable(pb, table)).body;
    assert.equal(chosen, 'name:0,phone:1,email:2');
    assert.deepEqual(remarks, [{ line: 4, remark: 'email_unreadable' }]);
    const { body } = await importTable(pb, table, { columns: chosen });
    assert.deepEqual([body.imported, body.refused, body.remarks], [3, [], remarks]);
    const kept = await pb.collection('clients').getFullList({ sort: 'search_text' });
    assert.deepEqual(
      kept.map(({ name, email, reminders, description }) => [name, email, reminders, description]),
      [
        ['Анна', 'Anna@Example.ru', 'email', ''],
        ['Олег', '', 'none', 'Email: oleg.ru'],
        ['Пётр', '', 'none', ''],
      ],
    );
  });

  test('OWN-03 quotes behind a backslash shift no cells, and rows that are shifted are listed', async () => {
    const practitioner = await server.practitioner(LICENSED);
    const columns = { columns: 'name:0,description:1,phone:2' };
    const head = 'Имя,Комментарий,Телефон\n';
    const filler = `Ян Ли,${'о'.repeat(4000)},7779\n`.repeat(20);
    const table = `${head}Анна,"сказала \\"да\\", и ушла",112233\n${filler}`;
    assert.equal((await importTable(practitioner.pb, table, columns)).body.imported, 1);
    const later = `${head}${filler}Пётр,"сказал \\"да\\", и ушёл",112234\n`;
    assert.equal((await importTable(practitioner.pb, later, columns)).body.imported, 1);
    const mixed = `${head}Олег,"сказал \\"да\\", и ушёл",112235\nЕва,"и ""нет""",112236\nЛи,Вера,Александра\n`;
    const { body } = await importTable(practitioner.pb, mixed, columns);
    assert.deepEqual(
      [body.imported, body.refused],
      [
        1,
        [
          { line: 2, why: 'wide' },
          { line: 4, why: 'phone_unreadable' },
        ],
      ],
    );
    const spaced =
      '"Имя", "Комментарий" , "Телефон"\n"Яна" , "сон, тревога", "112238" \nЮля, "сон" и "тревога", 112239\n';
    assert.equal((await importTable(practitioner.pb, spaced, columns)).body.imported, 2);
    assert.deepEqual(await clientsOf(practitioner), [
      'Анна|112233|сказала "да", и ушла',
      'Ева|112236|и "нет"',
      'Пётр|112234|сказал "да", и ушёл',
      'Юля|112239|"сон" и "тревога"',
      'Яна|112238|сон, тревога',
    ]);
  });

  test('OWN-03 several columns of phones, each value once, as chosen by hand too; what is not beyond doubt is offered', async () => {
    const practitioner = await server.practitioner(LICENSED);
    const { pb } = practitioner;
    const table =
      'First Name,Home Phone,Mobile Phone\nАнна,84952041836,89162041835\nПётр,84952041837,\nОлег,,8 916 204-18-38 ::: 8 916 204-18-39\n';
    const { chosen } = (await previewTable(pb, table)).body;
    assert.equal(chosen, 'name:0,phone:2,phone:1');
    await importTable(pb, table, { columns: chosen });
    assert.deepEqual(await clientsOf(practitioner), [
      'Анна|89162041835|Ещё телефон: 84952041836',
      'Олег|8 916 204-18-38|Ещё телефон: 8 916 204-18-39',
      'Пётр|84952041837|',
    ]);
    // Recognised by any of the numbers of a client who is there.
    await pb.collection('clients').create({ name: 'Яна', phone: '84952041840, 89162041840' });
    const known = await importTable(pb, 'Имя;Телефон\nЯна;+7 916 204-18-40\nЯна;8-495-204-18-40\n', {
      columns: 'name:0,phone:1',
    });
    assert.deepEqual(
      known.body.refused.map(({ why }) => why),
      ['exists', 'exists'],
    );
    const { body } = await previewTable(pb, 'Клиент;Номер\nВера Ли;100001\nЕва Ли;100002\n');
    assert.deepEqual([body.chosen, body.offered, body.imported], ['name:0', [1], 0]);
  });

  test('OWN-03 of rows of which 84 % lack a name the others are imported', async () => {
    const practitioner = await server.practitioner(LICENSED);
    const rows = Array.from(
      { length: 500 },
      (_, at) => `${at % 25 < 4 ? `Клиент ${at}` : ' '};+7 916 ${1_000_000 + at}\n`,
    );
    const { body } = await importTable(practitioner.pb, `Имя;Телефон\n${rows.join('')}`, { columns: 'name:0,phone:1' });
    assert.deepEqual([body.imported, body.refused.length], [80, 420]);
    assert.ok(body.refused.every(({ why }) => why === 'name_missing'));
    assert.equal((await clientsOf(practitioner)).length, 80);
  });

  test('OWN-03 without a licence the first rows that fit are imported, the others have the limit as their reason', async () => {
    const practitioner = await server.practitioner();
    await practitioner.pb.collection('clients').create({ name: 'Первая', phone: '112233' });
    const before = (await previewTable(practitioner.pb, HEADER + rowsOf(4))).body;
    const { body } = await importTable(practitioner.pb, HEADER + rowsOf(4));
    for (const { imported, refused } of [before, body]) {
      assert.equal(imported, 2);
      assert.deepEqual(
        refused,
        [4, 5].map((line) => ({ line, why: 'limit' })),
      );
    }
    assert.equal((await clientsOf(practitioner)).length, 3);
    const full = (await importTable(practitioner.pb, HEADER + rowsOf(1))).body;
    assert.deepEqual([full.import, full.imported, full.refused[0]?.why], ['', 0, 'exists']);
  });

  test('OWN-03 a client of a row is one that the record API takes as it is, and a row is refused where that refuses its name and phone', async () => {
    const { owner } = await server.practitioner();
    const actor = { kind: 'user', owner, signIn: '', expiresAt: 0, from: { address: '', device: '' } } as const;
    const call = {
      context: { ...server.context, collections: [collection] },
      actor,
      now: server.context.now(),
      collection,
      from: actor.from,
    };
    const cell = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 8 }),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.constantFrom('', ' ', 'Ян', '\0', '\uD800', '\u200B\u202E', '👩👩', '+7 916 204-18-35', 'и'.repeat(201)),
    );
    const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ');
    // What the reading of tables alone asks for.
    const OF_TABLES = new Set(['phone_rounded', 'phone_unreadable', 'broken']);
    fc.assert(
      fc.property(
        cell,
        cell,
        cell,
        fc.oneof(cell, fc.constant('о'.repeat(5001))),
        (name, phone, email, description) => {
          const columns = { name: [0], phone: [1], email: [2], description: [3] };
          const row = clientOfRow([name, phone, email, description], columns);
          if ('why' in row) {
            fc.pre(!OF_TABLES.has(row.why) && !/[;,/\r\n'‘’`]|:::/.test(name + phone));
            const typed = { name: oneLine(name), phone: oneLine(phone), email: '', description: '' };
            assert.throws(() => newValues(call, typed), { status: 400 }, row.why);
          } else {
            const values = newValues(call, row.client);
            assert.deepEqual(
              row.client,
              Object.fromEntries(Object.keys(row.client).map((field) => [field, values[field]])),
            );
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('OWN-03 a table is one transaction, one entry of the journal and one reload of its readers', () =>
    importAsOne(server, ROWS));

  test('OWN-03 of eight equal tables sent at once each client is kept once', async () => {
    const practitioner = await server.practitioner(LICENSED);
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => importTable(practitioner.pb, HEADER + rowsOf(50))),
    );
    const imported = replies.filter(({ status }) => status === 200).reduce((sum, { body }) => sum + body.imported, 0);
    assert.equal(imported, 50);
    assert.ok(replies.every(({ status }) => status === 200 || status === 429));
    assert.equal((await clientsOf(practitioner)).length, 50);
  });

  test('OWN-03 the contacts of a phone are previewed and imported as a table is, each of them or its reason', async () => {
    const practitioner = await server.practitioner(LICENSED);
    const cards = [
      'BEGIN:VCARD\nVERSION:3.0\nFN:Анна Ли\nTEL;TYPE=HOME:84952041836\nTEL;TYPE=CELL:+7 916 204-18-35\nEMAIL:anna@example.ru\nBDAY:1987-05-12\nEND:VCARD',
      'BEGIN:VCARD\nVERSION:3.0\nFN:Без телефона\nEMAIL:b@example.ru\nEND:VCARD',
      'BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=D0=9B=D0=B8;=D0=AF=\n=D0=BD=D0=B0;;;\nTEL;CELL:89162041836\nEND:VCARD',
      'BEGIN:VCARD\nVERSION:3.0\nFN:Пётр\nTEL:89162041837',
    ].join('\n');
    const { body } = await previewTable(practitioner.pb, cards);
    assert.deepEqual(
      [body.kind, body.columns, body.total, body.imported, body.refused],
      [
        'contacts',
        ['Имя', 'Телефон', 'Email', 'Описание'],
        4,
        2,
        [
          { line: 9, why: 'phone_missing' },
          { line: 20, why: 'cut' },
        ],
      ],
    );
    const sent = await importTable(practitioner.pb, gzipSync(cards), { columns: body.chosen });
    assert.equal(sent.body.imported, 2);
    assert.deepEqual(await clientsOf(practitioner), [
      'Анна Ли|+7 916 204-18-35|День рождения: 12.05.1987\nЕщё телефон: 84952041836',
      'Ли Яна|89162041836|',
    ]);
    const many = 'BEGIN:VCARD\nEND:VCARD\n'.repeat(CSV_LIMITS.rows + 1);
    assert.equal((await previewTable(practitioner.pb, many)).body.data['file']?.code, 'csv_rows');
  });

  test('OWN-03 a guest uploads nothing', async () => {
    const { status } = await importTable(server.visitor(), Buffer.alloc(1_000_000, 'а'));
    assert.equal(status, 401);
  });
});
