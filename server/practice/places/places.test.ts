import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { LetterPreview } from '#domain/letters/letter.ts';
import type { Place } from '#domain/places/place.ts';
import type { VisitPage } from '#domain/visits/visit-rules.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { openTestServer, refusalOf, type TestPractitioner, type TestServer } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const LINK = 'https://video.example/j/1?pwd=a.b';
const ADDRESS = 'Москва, Тверская, 1, кв. 4';
const TEN = '2026-12-01 07:00:00.000Z';

forEachEngine((engine) => {
  const it = sameOnBoth(engine);
  let server: TestServer;
  before(async () => void (server = await openTestServer(engine)));
  after(() => server[Symbol.asyncDispose]());

  const profileOf = async ({ pb }: TestPractitioner) => (await pb.collection('profiles').getFirstListItem('')).id;
  const codes = async (call: Promise<unknown>) => (await refusalOf(call)).codes;

  it('PLACE-01 where a practitioner meets clients is stored as typed, in one line, and only https is a link', async () => {
    const practice = await server.practitioner();
    const { pb } = practice;
    const [profiles, clients, sessions] = [
      pb.collection('profiles'),
      pb.collection('clients'),
      pb.collection('sessions'),
    ];
    const profile = await profileOf(practice);
    const client = await clients.create({ name: 'Мария', phone: '+7 916 204-18-35' });
    const session = await sessions.create({ client: client.id, date: TEN });
    assert.deepEqual([client['place'], client['place_link'], session['place']], ['', '', '']);
    const stored = await profiles.update(profile, { place_address: ` ${ADDRESS}\u200B`, place_link: LINK });
    assert.deepEqual([stored['place_address'], stored['place_link'], stored['messages']], [ADDRESS, LINK, {}]);
    const encoded = 'https://Кабинет.рф/%D0%B2?x=%20';
    const online = await clients.update(client.id, { place: 'online', place_link: encoded });
    assert.deepEqual([online['place'], online['place_link']], ['online', encoded]);
    assert.equal((await sessions.update(session.id, { place: 'Парк, у фонтана' }))['place'], 'Парк, у фонтана');
    assert.equal((await clients.getList(1, 1, { filter: "place = 'online'" })).totalItems, 1);

    for (const place_link of [
      'http://a.example',
      'https://a b',
      ` ${LINK}`,
      `${LINK}\n`,
      'https://u:p@a.example',
      'video',
    ]) {
      assert.deepEqual(await codes(profiles.update(profile, { place_link })), { place_link: 'validation_invalid_url' });
      assert.deepEqual(await codes(clients.update(client.id, { place_link })), {
        place_link: 'validation_invalid_url',
      });
    }
    const long = `https://a.example/${'x'.repeat(500)}`;
    assert.deepEqual(await codes(clients.update(client.id, { place_link: long })), {
      place_link: 'validation_max_text_constraint',
    });
    for (const place of ['Тверская\nдом 1', 'Тверская\u2028', 'Тверская\r', null, 7]) {
      assert.deepEqual(await codes(sessions.update(session.id, { place })), { place: 'validation_invalid_value' });
      assert.deepEqual(await codes(profiles.update(profile, { place_address: place })), {
        place_address: 'validation_invalid_value',
      });
    }
    assert.deepEqual(await codes(clients.update(client.id, { place: 'парк' })), { place: 'validation_invalid_value' });
    const tooLong = 'validation_max_text_constraint';
    assert.deepEqual(await codes(sessions.update(session.id, { place: 'я'.repeat(301) })), { place: tooLong });
    assert.deepEqual(await codes(profiles.update(profile, { place_address: 'я'.repeat(201) })), {
      place_address: tooLong,
    });
    assert.equal((await sessions.getOne(session.id))['place'], 'Парк, у фонтана');
    assert.equal((await sessions.update(session.id, { place: ' ' }))['place'], '');
  });

  it('PLACE-02 a visit’s page says where it is, as long as it lies ahead, and a preview where a client is met', async () => {
    const practice = await server.practitioner();
    const { pb } = practice;
    const profile = await profileOf(practice);
    const client = await pb.collection('clients').create({ name: 'Мария', phone: '+7 916 204-18-35' });
    const session = await pb.collection('sessions').create({ client: client.id, date: TEN });
    const { url } = await pb.send<{ url: string }>(`/api/sessions/${session.id}/visit-link`, { method: 'POST' });
    const [, token = ''] = url.split('#token=');
    const visit = (path = '', body = {}) =>
      server.visitor().send<VisitPage>(`/api/visit${path}`, { method: 'POST', body: { token, ...body } });
    const preview = async (kind: string) =>
      (await pb.send<LetterPreview>('/api/letters/preview', { method: 'POST', body: { kind } })).place;
    const place = async (): Promise<Place | null> => (await visit()).place;

    const none = { kind: 'none', text: '', link: '' };
    assert.deepEqual([await place(), await preview('session-planned')], [none, none]);
    await pb.collection('profiles').update(profile, { place_address: ADDRESS, place_link: LINK });
    const office = { kind: 'office', text: ADDRESS, link: '' };
    assert.deepEqual([await place(), await preview('series-planned')], [office, office]);
    await pb.collection('clients').update(client.id, { place: 'online' });
    assert.deepEqual(
      [await place(), await preview('session-reminder')],
      [{ kind: 'online', text: '', link: LINK }, office],
    );
    await pb.collection('sessions').update(session.id, { place: `Центр психологии, ${LINK}.` });
    assert.deepEqual(await place(), { kind: 'other', text: `Центр психологии, ${LINK}.`, link: LINK });
    for (const kind of ['request-received', 'request-rejected', 'session-cancelled'])
      assert.equal(await preview(kind), null);

    await pb.collection('sessions').update(session.id, { status: 'completed' });
    assert.equal(await place(), null);
    await pb.collection('sessions').update(session.id, { status: 'scheduled' });
    const { start } = await visit();
    assert.equal((await visit('/cancel', { seen: start })).place, null);
    assert.equal(await place(), null);
  });

  it('MSG-02 own wordings replace each other as a whole, and one with an unknown blank or without a text is refused', async () => {
    const practice = await server.practitioner();
    const profiles = practice.pb.collection('profiles');
    const id = await profileOf(practice);
    const update = async (messages: unknown) => (await profiles.update(id, { messages }))['messages'];
    assert.deepEqual(await update({ planned: ' {дата} в {время} ', pay: '{оплата}' }), {
      planned: '{дата} в {время}',
      pay: '{оплата}',
    });
    assert.deepEqual(await update({ place: 'Мы встречаемся здесь: {место} {12} {a b}' }), {
      place: 'Мы встречаемся здесь: {место} {12} {a b}',
    });
    for (const wrong of [
      null,
      [],
      'x',
      { greeting: 'x' },
      { planned: '' },
      { planned: ' \n\u200B' },
      { planned: '{имя}' },
      { planned: '{Дата}' },
      { planned: '{оплата}' },
      { planned: 'я'.repeat(1001) },
      { place: 'Здесь', moved: null },
    ]) {
      const refusal = await refusalOf(profiles.update(id, { messages: wrong }));
      assert.deepEqual([refusal.status, Object.keys(refusal.codes)], [400, ['messages']], JSON.stringify(wrong));
    }
    const stored = (await profiles.getOne(id))['messages'];
    assert.deepEqual(Object.keys(stored), ['place']);
    assert.deepEqual(await update({}), {});
  });
});
