import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NEWS_KINDS } from '#domain/news/news.ts';
import { groupNews } from '#web/practice/news/group-news.ts';
import type { NewsRecord } from '#web/practice/news/queries.ts';
import { newsLine, newsPlace } from '#web/practice/news/words.ts';

const NOW = Temporal.Instant.from('2026-11-29T09:00:00Z');
const row = (values: Partial<NewsRecord>): NewsRecord => ({
  id: 'n',
  created: '2026-11-29 08:00:00.000Z',
  kind: 'client_moved',
  session: '',
  client: '',
  booking: '',
  before: '',
  after: '',
  ...values,
});
const words = (values: Partial<NewsRecord>) => newsLine(row(values), 'Europe/Moscow', NOW);

test('NEWS-01 a moved meeting is told by its old and new time, the day once where it is the same', () => {
  const before = '2026-12-04 11:00:00.000Z';
  const client = { name: 'Глеб Воронцов', letters_off: '' } as const;
  assert.deepEqual(words({ before, after: '2026-12-04 12:30:00.000Z', expand: { client } }), {
    what: 'Клиент перенёс сессию',
    who: 'Глеб Воронцов',
    when: 'Пятница, 4\u00A0декабря, 14:00 → 15:30',
  });
  assert.equal(
    words({ before, after: '2027-01-11 07:00:00.000Z' }).when,
    'Пятница, 4\u00A0декабря, 14:00 → понедельник, 11\u00A0января 2027, 10:00',
  );
});

test('NEWS-01 every kind has words of its own, and the end of letters says who ended them', () => {
  const all = NEWS_KINDS.map((kind) => words({ kind }).what);
  assert.equal(new Set(all).size, NEWS_KINDS.length);
  const refused = { client: { name: 'Анна', letters_off: 'refused' } } as const;
  assert.match(words({ kind: 'client_stopped', expand: refused }).what, /адрес/);
  assert.equal(words({ kind: 'request_new', expand: { booking: { name: 'Олег' } } }).who, 'Олег');
});

test('NEWS-01 a row leads to its session, its request or its client, an import to the clients', () => {
  assert.deepEqual(newsPlace(row({ session: 's', client: 'c' })), {
    to: '/dashboard/sessions',
    search: { session: 's' },
  });
  assert.deepEqual(newsPlace(row({ booking: 'b' })), { to: '/dashboard/online-booking', search: { request: 'b' } });
  assert.deepEqual(newsPlace(row({ client: 'c' })), { to: '/dashboard', search: { client: 'c' } });
  assert.deepEqual(newsPlace(row({ kind: 'import_done' })), { to: '/dashboard', search: {} });
});

test('NEWS-01 sessions that a series skipped in one go are one row, which lists their days', () => {
  const starts = ['2027-01-11', '2026-12-28', '2027-01-04'].map((day) => `${day} 07:00:00.000Z`);
  const skips = starts.map((before, at) => row({ id: `s${at}`, kind: 'series_skipped', client: 'c', before }));
  const others = [
    row({ id: 'moved' }),
    row({ id: 'other', kind: 'series_skipped', client: 'd', before: '2027-01-04 09:00:00.000Z' }),
    row({
      id: 'later',
      kind: 'series_skipped',
      client: 'c',
      created: '2026-11-28 08:00:00.000Z',
      before: starts[0] ?? '',
    }),
  ];
  const [first, second, third] = skips;
  const groups = groupNews([first, others[0], second, others[1], third, others[2]].flatMap((one) => one ?? []));
  assert.deepEqual(
    groups.map(({ ids }) => ids.join()),
    ['s0,s1,s2', 'moved', 'other', 'later'],
  );
  assert.deepEqual(
    groups
      .map((group) => newsLine(group, 'Europe/Moscow', NOW))
      .map(({ what, when }) => `${what} ${when}`)
      .slice(0, 3),
    [
      'Пропущены сессии серии Понедельник, 28\u00A0декабря, 10:00; 4\u00A0января 2027; 11\u00A0января 2027',
      'Клиент перенёс сессию ',
      'Пропущена сессия серии Понедельник, 4\u00A0января 2027, 12:00',
    ],
  );
  const many = Array.from({ length: 8 }, (_, at) =>
    row({ id: `m${at}`, kind: 'series_skipped', before: `2026-12-0${at + 1} 07:00:00.000Z` }),
  );
  assert.match(
    newsLine(groupNews(many)[0] ?? row({}), 'Europe/Moscow', NOW).when,
    /; 6\u00A0декабря и\u00A0ещё\u00A02$/,
  );
});
