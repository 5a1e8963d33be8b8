import assert from 'node:assert/strict';
import type PocketBase from 'pocketbase';
import { SERIES_LIMITS } from '#domain/series/series.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { extendSeries } from '#server/practice/series/extend-series.ts';
import { clientLine, imported, sessionLine, zipOf } from '#proofs/support/archive.ts';
import { onServerWith, refusalOf, UNLIMITED } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const NOW = '2026-11-21 09:00:00.000Z';
const times = { created: NOW, updated: NOW };

const client = (id: string, values: object = {}) => clientLine({ id, name: `Клиент ${id}`, ...values });
const session = (of: string, values: object = {}) => sessionLine({ id: newRecordId(), client: of, ...values });
const series = (of: string, values: object = {}) => ({
  id: newRecordId(),
  client: of,
  start: '2026-11-23T10:00',
  time_zone: 'Europe/Moscow',
  every_weeks: 1,
  until: '',
  duration: 60,
  status: 'scheduled',
  previous: '',
  made_until: '2026-11-01',
  ...times,
  ...values,
});
const archiveOf = (lists: Record<string, readonly object[]>) =>
  zipOf(
    new Map(
      Object.entries(lists).map(([list, rows]) => [
        `data/${list}.jsonl`,
        rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
      ]),
    ),
  );

onServerWith({ replace: { limits: UNLIMITED } }, (server, engine) => {
  const it = sameOnBoth(engine);
  const lettersOf = async (pb: PocketBase) => (await pb.collection('letters').getList(1, 1)).totalItems;

  it('OWN-02 LETTER-04 neither an import nor what the job adds to its series plans a letter; saving the settings of letters plans the reminders', async () => {
    const { pb } = await server.practitioner();
    const clients = Array.from({ length: 3 }, (_, at) => {
      const id = newRecordId();
      return client(id, { email: `${id}@example.com`, phone: `+7 900 111-22-3${at}`, reminders: 'email' });
    });
    const sessions = clients.map(({ id }) => session(id));
    const rules = clients.slice(0, 1).map(({ id }) => series(id));
    assert.equal((await imported(pb, await archiveOf({ clients, series: rules, sessions }))).status, 200);
    await extendSeries(server.context);
    const sessionsWith = async (filter: string) =>
      (await pb.collection('sessions').getList(1, 1, { filter })).totalItems;
    // Reminders fall due of sessions alone that have a moment from which they do.
    const reminded = () => sessionsWith("remind_from != ''");
    assert.deepEqual([await sessionsWith("series != ''"), await reminded(), await lettersOf(pb)], [52, 0, 0]);
    const profile = await pb.collection('profiles').getFirstListItem('');
    await pb.collection('profiles').update(profile.id, { name: 'Другое имя' });
    assert.equal(await reminded(), 0);
    await pb.collection('profiles').update(profile.id, { client_letters: true });
    assert.deepEqual([await reminded(), await lettersOf(pb)], [55, 0]);
  });

  it('OWN-02 a session of a series without its date, or a date without a series, is a problem with its line', async () => {
    const { pb } = await server.practitioner();
    const of = newRecordId();
    const rule = series(of);
    for (const half of [{ series: rule.id }, { occurrence: '2026-11-23' }]) {
      const sessions = [session(of), session(of, half)];
      const { status, problems } = await imported(
        pb,
        await archiveOf({ clients: [client(of)], series: [rule], sessions }),
      );
      assert.deepEqual(
        [status, problems],
        [400, [{ file: 'data/sessions.jsonl', line: 2, field: 'occurrence', why: 'invalid' }]],
      );
    }
  });

  it('OWN-02 SERIES-04 an account has so many series without an end and no more, by a call or an import', async () => {
    const { pb } = await server.practitioner();
    const of = newRecordId();
    const rows = Array.from({ length: SERIES_LIMITS.mostEndless + 1 }, () => series(of, { made_until: '2027-11-21' }));
    const first = await archiveOf({ clients: [client(of)], series: rows.slice(1) });
    const ended = { ...rows[0], until: '2026-12-31' };
    const whole = await imported(pb, await archiveOf({ clients: [client(of)], series: rows }), { preview: true });
    const line = SERIES_LIMITS.mostEndless + 1;
    assert.deepEqual(whole.problems, [{ file: 'data/series.jsonl', line, field: 'until', why: 'too_many' }]);
    assert.equal((await imported(pb, first)).status, 200);
    assert.equal((await imported(pb, first)).status, 200);
    const more = await imported(pb, await archiveOf({ series: [rows[0] ?? {}] }));
    assert.deepEqual(more.problems, [{ file: 'data/series.jsonl', line: 1, field: 'until', why: 'too_many' }]);
    assert.equal((await imported(pb, await archiveOf({ series: [ended] }))).status, 200);
    const wish = { client: of, start: '2026-11-24T15:00', every_weeks: 1, duration: 60, status: 'scheduled' };
    const { digest } = await pb.send('/api/series/preview', { method: 'POST', body: wish });
    const refused = await refusalOf(pb.send('/api/series', { method: 'POST', body: { ...wish, digest } }));
    assert.deepEqual([refused.status, refused.codes], [400, { until: 'validation_too_many' }]);
    const change = { scope: 'all', session: '', until: '' };
    const again = await pb.send(`/api/series/${ended.id}/change/preview`, { method: 'POST', body: change });
    await assert.rejects(
      pb.send(`/api/series/${ended.id}/change`, { method: 'POST', body: { ...change, digest: again.digest } }),
      { status: 400 },
    );
  });

  it('OWN-02 a practice with past sessions alone, or with an erased client, keeps its hours and settings', async () => {
    const day = { day_of_week: 1, start_time: '08:00', end_time: '12:00', is_available: true, breaks: [] };
    const hours = await archiveOf({ availability_settings: [{ id: newRecordId(), ...day, ...times }] });
    for (const date of ['2026-11-02 07:00:00.000Z', '']) {
      const { pb } = await server.practitioner();
      await pb.collection('availability_settings').create({ ...day, start_time: '10:00' });
      const { id } = await pb.collection('clients').create({ name: 'Анна', phone: '+7 900 111-22-33' });
      if (date) await pb.collection('sessions').create({ client: id, date });
      await pb.send(`/api/clients/${id}/erase`, { method: 'POST', body: { reason: 'request' } });
      assert.equal((await imported(pb, hours)).status, 200);
      const [kept] = await pb.collection('availability_settings').getFullList();
      assert.equal(kept?.['start_time'], '10:00');
    }
  });
});
