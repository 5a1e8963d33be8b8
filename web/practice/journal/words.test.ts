import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JournalEntry } from '#domain/journal/journal.ts';
import { showAct, showFields, showViews } from '#web/practice/journal/words.ts';

const entry = (values: Partial<JournalEntry>): JournalEntry => ({
  created: '2026-11-19 11:05:00.000Z',
  action: 'update',
  subject: 'clients',
  record: '',
  client: '',
  fields: [],
  count: 1,
  author: 'practitioner',
  address: '',
  device: '',
  ...values,
});

test('a change is named by what was changed, never by what became of it', () => {
  const change = entry({ fields: ['phone', 'description'] });
  assert.equal(`${showAct(change)} · ${showFields(change)}`, 'Изменён клиент · телефон, описание');
});

test('BOOK-06 what became of a request is named', () => {
  const answered = (...fields: string[]) => {
    const answer = entry({ subject: 'booking', fields });
    return `${showAct(answer)}${showFields(answer)}`;
  };
  assert.deepEqual(
    [answered('status'), answered('status', 'client'), answered('status', 'withdrawn'), answered('name')],
    ['Отклонена заявка', 'Подтверждена заявка', 'Заявка возвращена', 'Изменена заявкаимя'],
  );
});

test('sessions that went with their client are counted', () => {
  const gone = (count: number) => showAct(entry({ action: 'delete', subject: 'sessions', count }));
  assert.deepEqual([1, 2, 5, 21].map(gone), [
    'Удалена сессия',
    'Удалены 2\u00A0сессии клиента',
    'Удалено 5\u00A0сессий клиента',
    'Удалена 21\u00A0сессия клиента',
  ]);
});

test('OWN-03 clients of a table are counted, added and taken back', () => {
  const added = (count: number) => showAct(entry({ action: 'create', count }));
  assert.deepEqual([1, 21, 5000].map(added), [
    'Добавлен клиент',
    'Добавлен 21\u00A0клиент из\u00A0таблицы',
    'Добавлено 5000\u00A0клиентов из\u00A0таблицы',
  ]);
  assert.equal(showAct(entry({ action: 'delete', count: 3 })), 'Удалены 3\u00A0клиента из\u00A0таблицы');
});

test('AUTH-15 what an attack leaves is shown in numbers', () => {
  const refused = (count: number) => showAct(entry({ action: 'sign_in_refused', subject: 'users', count }));
  assert.deepEqual([1, 3, 40].map(refused), [
    'Отказано во\u00A0входе: 1\u00A0неверный пароль',
    'Отказано во\u00A0входе: 3\u00A0неверных пароля',
    'Отказано во\u00A0входе: 40\u00A0неверных паролей',
  ]);
  const texts = (count: number) => showAct(entry({ action: 'view_texts', subject: 'sessions', count }));
  assert.deepEqual([1, 250].map(texts), ['Прочитаны тексты 1\u00A0сессии', 'Прочитаны тексты 250\u00A0сессий']);
  const acts = (['reset_requested', 'email_change_requested'] as const).map((action) =>
    showAct(entry({ action, subject: 'users' })),
  );
  assert.deepEqual(acts, ['Запрошен новый пароль', 'Запрошена смена email']);
  const views = (['blog_posts', 'booking'] as const).map((subject) => showAct(entry({ action: 'view', subject })));
  assert.deepEqual(views, ['Просмотрены заметки', 'Просмотрены заявки']);
});

test('what happens to the account has names of its own', () => {
  const account = (...fields: string[]) => entry({ subject: 'users', fields });
  assert.deepEqual(
    [account('password'), account('email', 'verified'), account('verified')].map((one) => [
      showAct(one),
      showFields(one),
    ]),
    [
      ['Изменён пароль', ''],
      ['Изменён email', ''],
      ['Подтверждён email', ''],
    ],
  );
  assert.equal(
    showAct(entry({ action: 'end', subject: 'sign_ins', count: 2 })),
    'Завершён вход на\u00A02\u00A0устройствах',
  );
  assert.equal(showAct(entry({ action: 'view', subject: 'clients' })), 'Просмотрен список клиентов');
  assert.equal(showAct(entry({ action: 'view', subject: 'clients', client: 'a' })), 'Просмотрен клиент');
});

test('VISIT-03 LETTER-06 what clients do by their links has names of its own', () => {
  const visitor = (subject: JournalEntry['subject'], ...fields: string[]) => {
    const done = entry({ author: 'visitor', subject, fields });
    return [showAct(done), showFields(done)];
  };
  assert.deepEqual(
    [
      visitor('sessions', 'date', 'moves', 'outcome_at'),
      visitor('sessions', 'status', 'outcome', 'outcome_at'),
      visitor('booking', 'status', 'withdrawn'),
      visitor('clients', 'reminders', 'letters_off'),
      visitor('users', 'password'),
    ],
    [
      ['Клиент перенёс сессию', ''],
      ['Клиент отменил сессию', ''],
      ['Посетитель отозвал заявку', ''],
      ['Клиент отказался от\u00A0писем', ''],
      ['Изменён пароль', ''],
    ],
  );
  const missed = entry({ subject: 'sessions', fields: ['status', 'outcome', 'outcome_at'] });
  assert.equal(`${showAct(missed)} · ${showFields(missed)}`, 'Изменена сессия · статус, исход');
});

test('AUTH-15 what was viewed on a day is one sentence', () => {
  const day = { day: '2026-11-19', lists: [], texts: 0 };
  assert.deepEqual(
    [1, 2, 12].map((clients) => showViews({ ...day, clients })),
    ['Просмотрено: 1\u00A0клиент', 'Просмотрено: 2\u00A0клиента', 'Просмотрено: 12\u00A0клиентов'],
  );
  assert.equal(
    showViews({ ...day, clients: 3, lists: ['blog_posts', 'clients'], texts: 21 }),
    'Просмотрено: 3\u00A0клиента, заметки, список клиентов, тексты 21\u00A0сессии',
  );
});
