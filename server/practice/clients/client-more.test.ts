import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TAG_LIMITS, TAGS_RULE } from '#domain/clients/tags.ts';
import { mistakeIn } from '#domain/rule.ts';
import { fold } from '#domain/text/fold.ts';
import { addBooking } from '#proofs/support/rows.ts';
import { refusalOf, onServer, type TestPractitioner } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const ANNA = { name: 'Алёна Иванова', phone: '+7 (916) 204-18-35' };
const NOTHING = { request: '', agreement: '', birth_date: '', emergency: '', contact: '', tags: [] };
const TOO_LONG = 'validation_max_text_constraint';

test('CARD-05 tags are left trimmed, one of each, in the order they were typed, and no more often than once', () => {
  const tag = fc.oneof(
    fc.constantFrom('Пара', 'ПАРА', ' пара ', 'Ёж', 'еж', '', ' ', '\u200B', 'дар’я', "Дар'я"),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(tag, { maxLength: 15 }), (typed) => {
      const left = TAGS_RULE.clean(typed);
      const keys = left.map((one) => fold(one).trim());
      assert.deepEqual(keys, [...new Set(keys)]);
      assert.ok(keys.every((key) => key !== ''));
      assert.deepEqual(TAGS_RULE.clean(left), left);
      // Each was typed, and they are in the order in which they were typed.
      const places = left.map((one) => typed.findIndex((other) => other.trim() === one));
      assert.ok(places.every((place, at) => place >= 0 && (at === 0 || place > (places[at - 1] ?? 0))));
      for (const one of typed) assert.ok(fold(one).trim() === '' || keys.includes(fold(one).trim()));
    }),
  );
});

test('CARD-05 the limit of tags counts what is left, and that of a tag its code points', () => {
  const many = Array.from({ length: TAG_LIMITS.most }, (_, at) => `метка ${at}`);
  assert.equal(mistakeIn(TAGS_RULE, [...many, '', 'МЕТКА 3', ' ']), null);
  assert.notEqual(mistakeIn(TAGS_RULE, [...many, 'ещё одна']), null);
  assert.equal(mistakeIn(TAGS_RULE, ['😀'.repeat(TAG_LIMITS.longest)]), null);
  assert.notEqual(mistakeIn(TAGS_RULE, ['😀'.repeat(TAG_LIMITS.longest + 1)]), null);
});

onServer((server, engine) => {
  const it = sameOnBoth(engine);
  const codes = async (call: Promise<unknown>) => (await refusalOf(call)).codes;
  const found = async ({ pb }: TestPractitioner, filter: string, collection = 'clients') =>
    (await pb.collection(collection).getFullList({ filter, sort: 'created,id' })).length;

  it('CARD-05 more of a client is stored, each field by itself, and is empty at first', async () => {
    const { pb } = await server.practitioner();
    const clients = pb.collection('clients');
    const { id, ...first } = await clients.create(ANNA);
    assert.deepEqual(Object.fromEntries(Object.keys(NOTHING).map((name) => [name, first[name]])), NOTHING);
    const typed = {
      request: ' Спит по четыре часа.\nДва года. ',
      agreement: 'По средам; отмена за сутки',
      birth_date: '1990-05-17',
      emergency: 'Сестра Ольга, +7 916 000-11-22',
      contact: 'Telegram @anna',
      tags: [' Пара ', 'онлайн', 'ПАРА', ''],
    };
    const stored = await clients.update(id, typed);
    assert.deepEqual(Object.fromEntries(Object.keys(NOTHING).map((name) => [name, stored[name]])), {
      ...typed,
      request: typed.request.trim(),
      tags: ['Пара', 'онлайн'],
    });
    assert.deepEqual((await clients.update(id, { contact: '' }))['tags'], ['Пара', 'онлайн']);
    assert.deepEqual((await clients.update(id, { ...NOTHING }))['tags'], []);
    assert.equal((await clients.getOne(id))['request'], '');
  });

  it('CARD-05 what is too long, no date and no list of tags is refused for its field, and nothing changes', async () => {
    const { pb } = await server.practitioner();
    const clients = pb.collection('clients');
    const { id } = await clients.create({ ...ANNA, request: 'Сон', tags: ['пара'] });
    for (const [name, most] of [
      ['request', 5000],
      ['agreement', 5000],
      ['emergency', 500],
      ['contact', 200],
    ] as const) {
      assert.equal((await clients.update(id, { [name]: 'о'.repeat(most) }))[name], 'о'.repeat(most));
      assert.deepEqual(await codes(clients.update(id, { [name]: 'о'.repeat(most + 1) })), { [name]: TOO_LONG });
      assert.deepEqual(await codes(clients.update(id, { [name]: null })), { [name]: 'validation_invalid_value' });
    }
    for (const [tags, code] of [
      [null, 'validation_invalid_value'],
      ['пара', 'validation_invalid_value'],
      [{ 0: 'пара' }, 'validation_invalid_value'],
      [[1], 'validation_invalid_value'],
      [[null], 'validation_invalid_value'],
      [['две\nстроки'], 'validation_invalid_value'],
      [['a\u0000'], 'validation_invalid_format'],
      [['\uD83D'], 'validation_invalid_format'],
      [['😀'.repeat(31)], TOO_LONG],
      [Array.from({ length: 11 }, (_, at) => `${at}`), 'validation_too_many_values'],
    ] as const) {
      assert.deepEqual(await codes(clients.update(id, { tags })), { tags: code }, JSON.stringify(tags));
      assert.deepEqual(await codes(clients.create({ ...ANNA, name: 'Вторая', tags })), { tags: code });
    }
    assert.deepEqual((await clients.getOne(id))['tags'], ['пара']);
  });

  it('CARD-05 a date of birth is a day from 1900 to today where the practitioner is', async () => {
    const { pb, owner } = await server.practitioner();
    const clients = pb.collection('clients');
    const { id } = await clients.create(ANNA);
    const now = server.clock.now;
    server.clock.now = Temporal.Instant.from('2026-11-21T21:30:00Z');
    try {
      for (const [date, code] of [
        ['1899-12-31', 'validation_invalid_value'],
        ['2026-11-23', 'validation_invalid_value'],
        ['2026-02-30', 'validation_invalid_format'],
        ['17.05.1990', 'validation_invalid_format'],
        ['1990-05-17 00:00:00.000Z', 'validation_invalid_format'],
        [19900517, 'validation_invalid_value'],
        [null, 'validation_invalid_value'],
      ] as const) {
        assert.deepEqual(await codes(clients.update(id, { birth_date: date })), { birth_date: code }, String(date));
        assert.deepEqual(await codes(clients.create({ ...ANNA, name: 'Вторая', birth_date: date })), {
          birth_date: code,
        });
      }
      // Already the next day in Moscow.
      for (const date of ['1900-01-01', '2026-11-22', '']) {
        assert.equal((await clients.update(id, { birth_date: date }))['birth_date'], date);
      }
      const profile = await pb.collection('profiles').getFirstListItem(`user = "${owner}"`);
      await pb.collection('profiles').update(profile.id, { time_zone: 'America/New_York' });
      assert.deepEqual(await codes(clients.update(id, { birth_date: '2026-11-22' })), {
        birth_date: 'validation_invalid_value',
      });
      assert.equal((await clients.update(id, { birth_date: '2026-11-21' }))['birth_date'], '2026-11-21');
    } finally {
      server.clock.now = now;
    }
  });

  it('CARD-05 clients are found by what one of their tags contains or is, and by what is written of them', async () => {
    const practitioner = await server.practitioner();
    const { pb } = practitioner;
    const clients = pb.collection('clients');
    const anna = await clients.create({ ...ANNA, tags: ['Пара', 'Ёлка, дача', '50% скидка'], request: 'Бессонница' });
    await clients.create({ name: 'Борис', phone: '+7 916 000-00-02', tags: ['Парк «Дар’я»'], emergency: 'Мама' });
    await clients.create({ name: 'Вера', phone: '+7 916 000-00-03' });
    await pb.collection('sessions').create({ client: anna.id, date: '2026-12-01 07:00:00.000Z' });
    for (const [filter, count] of [
      ['tags ~ "пар"', 2],
      ['tags ~ "елка"', 1],
      ['tags ~ "дар\'я"', 1],
      // The quotation marks, commas and brackets of JSON are in no tag.
      ['tags ~ "\\",\\""', 0],
      ['tags ~ "["', 0],
      ['tags ~ "пара елка"', 0],
      ['tags ~ "50%"', 1],
      ['tags ~ "пар%дача"', 0],
      ['tags !~ "пар"', 1],
      ['tags:each ?= "пара"', 1],
      ['tags:each ?= "ПАР"', 0],
      ['tags:each ?= "ёлка, дача"', 1],
      ['tags:each = "пара"', 0],
      ['tags:each ~ "пар"', 1],
      ['tags:each ?~ "пар"', 2],
      ['tags:each ?= ""', 0],
      ['tags = "[]"', 1],
      ['tags:each ?= "пара" && name ~ "алена"', 1],
      ['request ~ "бессон"', 1],
      ['emergency ~ "МАМА" || request ~ "бессон"', 2],
      ['agreement != ""', 0],
    ] as const) {
      assert.equal(await found(practitioner, filter), count, filter);
    }
    assert.equal(await found(practitioner, 'client.tags:each ?= "пара"', 'sessions'), 1);
    assert.equal(await found(practitioner, 'client.tags ~ "парк"', 'sessions'), 0);
    const neighbour = await server.practitioner();
    assert.equal(await found(neighbour, 'tags ~ "пар"'), 0);
    for (const filter of ['name:each = "x"', 'tags:each = name', '"x" = tags:each', 'tags:every = "x"']) {
      assert.equal((await refusalOf(found(practitioner, filter))).status, 400, filter);
    }
    assert.equal((await refusalOf(clients.getFullList({ sort: 'request' }))).status, 400);
  });

  it('CARD-05 what a visitor wrote is read from the requests that a client made, newest first, and copied nowhere', async () => {
    const { pb, owner } = await server.practitioner();
    const asked = { name: ANNA.name, phone: ANNA.phone };
    const requests = await Promise.all(
      ['Плохо сплю', 'Снова я'].map((message, at) =>
        addBooking(server.context.db, owner, {
          ...asked,
          message,
          date: `2026-12-0${at + 1} 06:00:00.000Z`,
          created: `2026-11-1${at} 09:00:00.000Z`,
        }),
      ),
    );
    for (const { id } of requests) await pb.send(`/api/booking/${id}/approve`, { method: 'POST' });
    const [client] = await pb.collection('clients').getFullList();
    assert.ok(client);
    assert.equal(client['request'], '');
    const list = (filter: string) =>
      pb.collection('booking').getList(1, 30, { filter, sort: '-created', fields: 'message,created,client' });
    const { items } = await list(pb.filter('client = {:id}', { id: client.id }));
    assert.deepEqual(
      items.map(({ message, client: of }) => [message, of]),
      [
        ['Снова я', client.id],
        ['Плохо сплю', client.id],
      ],
    );
    assert.equal((await list(pb.filter('client = {:id} && message ~ "СПЛЮ"', { id: client.id }))).totalItems, 1);
    await pb.collection('booking').delete(requests[0]?.id ?? '');
    assert.equal((await list(pb.filter('client = {:id}', { id: client.id }))).totalItems, 1);
  });
});
