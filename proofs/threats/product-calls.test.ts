import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordModel } from 'pocketbase';
import { tokenTo } from '#proofs/support/accounts/letters.ts';
import { isValidAt } from '#proofs/support/accounts/valid-sign-in.ts';
import { refusalOf, onServer } from '#proofs/support/test-server.ts';

/** Every call that the product makes (specification §7), by the unmodified SDK, in the order of a practitioner's day. */
onServer((server) => {
  test('API-01 the calls of an account: register, verify, sign in, refresh, profile', async () => {
    const pb = server.visitor();
    const users = pb.collection('users');
    const [email, password] = ['anna@kabinet.example', 'тихая-комната-7'];
    const created = await users.create({ email, password, passwordConfirm: password, name: 'Анна' });
    assert.match(created.id, /^[a-z0-9]{15}$/);
    await users.requestVerification(email);
    assert.equal((await refusalOf(users.authWithPassword(email, password))).status, 403);
    await users.confirmVerification(await tokenTo(server.context, email, 'Подтвердите email'));
    const { record, token } = await users.authWithPassword(email, password);
    assert.equal(record['verified'], true);
    assert.equal(pb.authStore.token, token);
    assert.ok(isValidAt(pb, server.clock.now));
    await users.authRefresh();
    const user = record.id;
    // Registration creates the profile, so the specification's own create is refused.
    const twice = await refusalOf(pb.collection('profiles').create({ user, name: 'Анна', booking_hash: 'chosen' }));
    assert.deepEqual(twice.codes, { user: 'validation_not_unique' });
    const profile = await pb.collection('profiles').getFirstListItem(pb.filter('user = {:user}', { user }));
    assert.match(String(profile['booking_hash']), /^[a-z0-9]{26,}$/);
    const renamed = await pb.collection('profiles').update(profile.id, { name: 'Анна Белова' });
    assert.equal(renamed['name'], 'Анна Белова');
    assert.equal((await users.getOne(user))['name'], 'Анна Белова');
    assert.equal((await users.listAuthMethods()).password.enabled, true);
    assert.equal((await pb.health.check()).code, 200);
  });

  test('API-01 the calls of a practice: clients, sessions, notes and hours', async () => {
    const { pb, owner: user } = await server.practitioner();
    const clients = pb.collection('clients');
    const sessions = pb.collection('sessions');
    const mine = pb.filter('user = {:user}', { user });

    const client = await clients.create({
      user,
      name: 'Иванова Ольга',
      phone: '+7 (916) 204-18-35',
      description: '',
      registration_date: new Date('2026-11-20T10:00:00Z').toISOString(),
      handmade: true,
    });
    assert.equal(client['registration_date'], '2026-11-20 10:00:00.000Z');
    await clients.update(client.id, { name: 'Иванова Ольга', phone: '89162041836', description: 'Тревога' });
    const listed = await clients.getFullList({ filter: mine, sort: '-created' });
    assert.deepEqual(
      listed.map((record) => record.id),
      [client.id],
    );

    const session = await sessions.create({
      user,
      client: client.id,
      date: '2026-11-23 06:00:00',
      duration: 60,
      description: '',
      status: 'completed',
    });
    assert.equal(session['date'], '2026-11-23 06:00:00.000Z');
    await sessions.update(session.id, { thoughts: 'Мысли', news: 'Новости' });
    await sessions.update(session.id, { date: '2026-11-23 07:30:00', duration: 90, status: 'scheduled' });
    const later = await sessions.create({ user, client: client.id, date: '2026-11-24 06:00:00', status: 'reserved' });
    assert.equal(later['duration'], 60);
    const byDate = await sessions.getFullList({ filter: mine, sort: '-date' });
    assert.deepEqual(
      byDate.map((record) => record.id),
      [later.id, session.id],
    );
    const ofClient = pb.filter('user = {:user} && client = {:client}', { user, client: client.id });
    const expanded = await sessions.getFullList({ filter: ofClient, sort: '-date', expand: 'client' });
    assert.equal(expanded[0]?.expand?.['client']['name'], 'Иванова Ольга');
    await sessions.delete(later.id);
    await clients.delete(client.id);
    assert.equal((await sessions.getList(1, 1, { filter: mine })).totalItems, 0);

    const notes = pb.collection('blog_posts');
    const note = await notes.create({ user, title: 'Супервизия', content: 'Длинный текст', date: '2026-11-21' });
    await notes.update(note.id, { title: 'Супервизия 2', content: 'Другой текст', date: '2026-11-22' });
    const [post] = await notes.getFullList({ filter: mine, sort: '-date', fields: 'id,title,content,date' });
    assert.deepEqual(post, {
      id: note.id,
      title: 'Супервизия 2',
      content: 'Другой текст',
      date: '2026-11-22 00:00:00.000Z',
    });
    await notes.delete(note.id);

    const settings = pb.collection('availability_settings');
    const day = pb.filter('user = {:user} && day_of_week = {:day}', { user, day: 0 });
    assert.equal((await refusalOf(settings.getFirstListItem(day))).status, 404);
    const hours = { start_time: '09:00', end_time: '18:00', is_available: true };
    await settings.create({ user, day_of_week: 0, ...hours });
    const sunday = await settings.getFirstListItem(day);
    await settings.update(sunday.id, { ...hours, end_time: '15:00' });
    assert.equal((await settings.getFullList({ filter: mine, sort: 'day_of_week' }))[0]?.['end_time'], '15:00');
    await settings.delete(sunday.id);
  });

  test('API-01 the calls of online booking, the visitor’s without signing in', async () => {
    const { pb, owner: user, bookingHash } = await server.practitioner();
    await pb.collection('availability_settings').create({
      user,
      day_of_week: 1,
      start_time: '09:00',
      end_time: '18:00',
      is_available: true,
    });
    const visitor = server.visitor();
    const byHash = visitor.filter('booking_hash = {:hash}', { hash: bookingHash });
    const found: RecordModel = await visitor.collection('profiles').getFirstListItem(byHash);
    assert.equal(found['user'], user);
    const fallback = await visitor.send<{ items: RecordModel[] }>('/api/collections/profiles/records', {
      query: { perPage: 1, filter: byHash },
    });
    assert.equal(fallback.items[0]?.id, found.id);

    const asked = { user, name: ' Марина ', phone: ' 8 905 318 44 20 ', status: 'pending' };
    const first = await visitor.collection('booking').create({ ...asked, date: '2026-11-23T06:00:00.000Z' });
    assert.equal(first['name'], 'Марина');
    const second = await visitor.collection('booking').create({ ...asked, date: '2026-11-23T09:00:00.000Z' });

    const booking = pb.collection('booking');
    const mine = pb.filter('user = {:user}', { user });
    assert.equal((await booking.getFullList({ filter: mine, sort: '-date' }))[0]?.id, second.id);
    const range = pb.filter('user = {:user} && date >= {:from} && date <= {:to}', {
      user,
      from: new Date('2026-11-23T00:00:00Z'),
      to: new Date('2026-11-23T08:00:00Z'),
    });
    assert.deepEqual(
      (await booking.getFullList({ filter: range, sort: 'date' })).map((record) => record.id),
      [first.id],
    );
    assert.equal((await booking.update(first.id, { status: 'confirmed' }))['status'], 'confirmed');
    assert.equal((await booking.update(second.id, { status: 'cancelled' }))['status'], 'cancelled');
    await booking.delete(second.id);
    const [session] = await pb.collection('sessions').getFullList({ filter: mine });
    assert.equal(session?.['date'], '2026-11-23 06:00:00.000Z');
  });
});
