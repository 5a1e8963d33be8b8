import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { FoundText, FoundTexts } from '#web/practice/search/found.ts';
import type { ResultGroup } from '#web/practice/search/result.ts';
import { textGroups } from '#web/practice/search/text-results.ts';

const NONE = { rows: [], isCome: true };
const NOTHING: FoundTexts = {
  ofSessions: NONE,
  ofClients: NONE,
  notes: NONE,
  requests: NONE,
  payments: NONE,
  templates: NONE,
};
const MOST = { records: 2, requests: 2, payments: 2, templates: 2 };
const OPTIONS = { timeZone: 'Europe/Moscow', mayAddClient: true, most: MOST };

function titles(groups: ResultGroup[]): Record<string, string[]> {
  return Object.fromEntries(groups.map(({ name, results }) => [name, results.map(({ title }) => title)]));
}

test('CARD-06 a client is offered to be added last, for a name or a phone, and not at the limit', () => {
  const last = (typed: string, options = OPTIONS) =>
    titles(textGroups(typed, NOTHING, options))['Новый клиент']?.at(-1);
  assert.equal(last('новикова инна'), 'Добавить клиента «новикова инна»');
  assert.equal(last('8 (916) 204-18-35'), 'Добавить клиента «8 (916) 204-18-35»');
  assert.equal(last('новикова инна', { ...OPTIONS, mayAddClient: false }), undefined);
  for (const typed of ['матер', '18.11.2026', '8 916', '']) assert.equal(last(typed), undefined, typed);
});

const line = (session: string) => ({
  client: 'c1',
  name: 'Анна',
  session: { id: session, date: '2026-11-18 22:00:00.000Z' as never, inFeed: true },
  line: `о матери ${session}`,
});
const text = (id: string, values: Partial<FoundText> = {}): FoundText => ({
  id,
  name: 'О матери',
  at: '2026-11-17',
  line: '',
  ...values,
});

test('CARD-06 what stands in texts shows its line, whose it is and its day; what is longer says so', () => {
  const come = <Row>(...rows: Row[]) => ({ rows, isCome: true });
  const found: FoundTexts = {
    ofSessions: come(line('a'), line('b'), line('c')),
    ofClients: come({ client: 'c2', name: 'Олег', session: null, line: 'Мать далеко' }),
    notes: come(...[1, 2, 3, 4, 5].map((at) => text(`n${at}`))),
    requests: come(text('r', { name: 'Света', at: '2026-11-16 22:00:00.000Z', line: 'мать' })),
    payments: come(...['p', 'q', 's'].map((id) => text(id, { name: 'Олег', line: 'платит мать', client: 'c2' }))),
    templates: come(text('t', { at: '', name: 'Первая встреча', line: 'Мать, отец' }), text('u', { at: '' })),
  };
  const groups = textGroups('мать', found, OPTIONS);
  assert.deepEqual(titles(groups), {
    Записи: ['о матери a', 'о матери b', 'Мать далеко', 'Показать ещё записи'],
    Заметки: [...Array.from({ length: 4 }, () => 'О матери'), 'Все найденные заметки'],
    Заявки: ['мать'],
    Оплаты: ['платит мать', 'платит мать', 'Показать ещё оплаты'],
    Шаблоны: ['Мать, отец', 'О матери'],
  });
  assert.deepEqual(
    groups.map(({ results }) => results[0]?.detail),
    ['19.11.2026, Анна', '17.11.2026', '17.11.2026, Света', '17.11.2026, Олег', 'Первая встреча'],
  );
});

test('CARD-06 what was found leads to where it stands', () => {
  const session = line('s');
  const found: FoundTexts = {
    ...NOTHING,
    ofSessions: {
      rows: [session, { ...session, session: { ...session.session, id: 'd', inFeed: false } }],
      isCome: true,
    },
    ofClients: { rows: [{ ...session, session: null }], isCome: true },
    payments: { rows: [text('p', { client: 'c2' })], isCome: true },
    templates: { rows: [text('t')], isCome: true },
  };
  const went: unknown[] = [];
  for (const { go } of textGroups('мать', found, OPTIONS).flatMap(({ results }) => results)) {
    if (typeof go === 'function') {
      void go((({ to, search }: { to: string; search?: object }) => void went.push([to, search])) as never);
    }
  }
  assert.deepEqual(went, [
    ['/dashboard/clients/$clientId', undefined],
    ['/dashboard/sessions', { session: 'd' }],
    ['/dashboard/clients/$clientId', { tab: 'data' }],
    ['/dashboard/clients/$clientId', { tab: 'money' }],
    ['/dashboard/profile', { section: 'templates' }],
  ]);
});

test('CARD-06 in whatever order texts come, what may be chosen only grows below', () => {
  const rows = (kind: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      ...line(`${kind}${at}`),
      ...text(kind + at),
      ...(kind === 'c' && { client: `c${at}`, session: null }),
    }));
  const kinds = ['ofSessions', 'ofClients', 'notes', 'requests', 'payments', 'templates'] as const;
  const names = ['s', 'c', 'n', 'r', 'p', 't'];
  fc.assert(
    fc.property(
      fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }),
      fc.array(fc.nat(4), { minLength: 6, maxLength: 6 }),
      (order, counts) => {
        let before: string[] = [];
        for (let come = 0; come <= 6; come += 1) {
          const found = Object.fromEntries(
            kinds.map((kind, at) => {
              const isCome = order.indexOf(at) < come;
              return [kind, { rows: rows(isCome ? (names[at] ?? '') : 'old', counts[at] ?? 0), isCome }];
            }),
          );
          const groups = textGroups('Анна', found as never, OPTIONS);
          const now = groups.flatMap(({ stale, results }) => (stale ? [] : results.map(({ id }) => id)));
          assert.deepEqual(now.slice(0, before.length), before);
          before = now;
        }
        assert.equal(before.at(-1), 'add-client');
      },
    ),
  );
});
