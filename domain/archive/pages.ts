import { printAmount } from '#domain/money/amount.ts';
import { PAY_WAY_LABEL } from '#domain/money/money.ts';
import { statusInWords } from '#domain/sessions/session.ts';
import type { ArchiveRow } from '#domain/archive/columns.ts';
import { PAGE_STYLE } from '#domain/archive/page-style.ts';
import { sortKey } from '#domain/text/sort-key.ts';
import {
  type Reading,
  showDay,
  showInstant,
  showManner,
  showPlace,
  showRequestStatus,
  showTags,
} from '#domain/archive/words.ts';

/** What an archive contains about one client, in the order of its lines. */
export interface ClientFile {
  client: ArchiveRow<'clients'>;
  sessions: AsyncIterable<ArchiveRow<'sessions'>>;
  requests: AsyncIterable<ArchiveRow<'booking'>>;
  consents: AsyncIterable<ArchiveRow<'consents'>>;
}

/**
 * Yields the page of a client in pieces, record by record, because the texts of a long therapy take hundreds of
 * megabytes. The page needs no network and contains no scripts.
 */
export async function* clientPage(
  { client, sessions, requests, consents }: ClientFile,
  reading: Reading,
): AsyncGenerator<string> {
  const details = [
    ['Телефон', client.phone],
    ['Email', client.email],
    ['Источник', client.source],
    ['Дата регистрации', showInstant(client.registration_date, reading)],
    ['Где встречаемся', showPlace(client)],
    ['Ссылка на\u00A0встречу', client.place_link],
    ['Описание', client.description],
    ['Запрос', client.request],
    ['Договорённости', client.agreement],
    ['Дата рождения', showDay(client.birth_date)],
    ['Контакт на\u00A0экстренный случай', client.emergency],
    ['Другой способ связи', client.contact],
    ['Метки', showTags(client)],
    ['Цена', client.price === null ? '' : printAmount(client.price)],
    ['Способ оплаты', client.pay_way === '' ? '' : PAY_WAY_LABEL[client.pay_way]],
  ] as const;
  yield head(client.name, [
    '<p class="back"><a href="../index.html">Все клиенты</a></p>',
    `<h1>${escaped(client.name)}</h1>`,
    `<dl>${details.map(([name, value]) => detail(name, value)).join('')}</dl>`,
  ]);
  yield* section('Сессии', sessions, (session) => sessionText(session, reading));
  yield* section('Заявки', requests, (request) => requestText(request, reading));
  yield* section('Согласия', consents, (consent) => consentText(consent, reading));
  yield PAGE_END;
}

export function indexPage(
  practitioner: string,
  clients: readonly { id: string; name: string; sessions: number }[],
  hasNotes: boolean,
): string {
  const sorted = clients.toSorted((a, b) => compare(sortKey(a.name), sortKey(b.name)) || compare(a.id, b.id));
  const rows = sorted.map(
    ({ id, name, sessions }) =>
      `<tr><td><a href="clients/${id}.html">${escaped(name)}</a></td><td class="number">${sessions}</td></tr>`,
  );
  return page('Выгрузка', [
    `<h1>${escaped(practitioner || 'Выгрузка')}</h1>`,
    hasNotes ? '<p><a href="notes.html">Заметки</a></p>' : '',
    `<table><thead><tr><th>Клиент</th><th class="number">Сессий</th></tr></thead><tbody>${rows.join('')}</tbody></table>`,
  ]);
}

/** The beginning of the page of notes, before the notes, and its end after them. */
export const NOTES_HEAD = head('Заметки', [
  '<p class="back"><a href="index.html">Все клиенты</a></p>',
  '<h1>Заметки</h1>',
]);
export const PAGE_END = '</main></body></html>\n';

export function noteText({ title, date, content }: ArchiveRow<'blog_posts'>): string {
  return `<article><h3>${escaped(title)}</h3><p class="quiet">${showDay(date)}</p>${textOf('', content)}</article>\n`;
}

function sessionText(session: ArchiveRow<'sessions'>, reading: Reading): string {
  const { date, duration, place, description, news, thoughts } = session;
  return `<article><h3>${showInstant(date, reading)}</h3><p class="quiet">${duration}\u00A0мин · ${statusInWords(session)}</p>${[
    textOf('Место', place),
    textOf('Описание', description),
    textOf('Новости клиента', news),
    textOf('Мысли о\u00A0сессии', thoughts),
  ].join('')}</article>`;
}

function requestText(request: ArchiveRow<'booking'>, reading: Reading): string {
  const { date, name, phone, email, message } = request;
  const from = [name, phone, email]
    .filter(Boolean)
    .map((text) => `<bdi>${escaped(text)}</bdi>`)
    .join(' · ');
  return `<article><h3>${showInstant(date, reading)}</h3><p class="quiet">${showRequestStatus(request)} · ${from}</p>${textOf('', message)}</article>`;
}

function consentText(consent: ArchiveRow<'consents'>, reading: Reading): string {
  const withdrawn = consent.withdrawn_at === '' ? '' : ` · отозвано ${showInstant(consent.withdrawn_at, reading)}`;
  const { version = 0, title = '', text = '' } = reading.documents.get(consent.document) ?? {};
  return `<article><h3>${showInstant(consent.given_at, reading)}</h3><p class="quiet">${showManner(consent)}${withdrawn}</p>${textOf(`Версия\u00A0${version}: <bdi>${escaped(title)}</bdi>`, text)}</article>`;
}

async function* section<Row>(
  title: string,
  rows: AsyncIterable<Row>,
  print: (row: Row) => string,
): AsyncGenerator<string> {
  let before = `<section><h2>${title}</h2>`;
  for await (const row of rows) {
    yield `${before}${print(row)}`;
    before = '\n';
  }
  if (before === '\n') yield '</section>\n';
}

function detail(name: string, value: string): string {
  return value === '' ? '' : `<dt>${name}</dt><dd>${escaped(value)}</dd>`;
}

function textOf(title: string, text: string): string {
  if (text === '') return '';
  return `${title && `<h4>${title}</h4>`}<p class="text">${escaped(text)}</p>`;
}

function page(title: string, parts: readonly string[]): string {
  return `${head(title, parts)}${PAGE_END}`;
}

function head(title: string, parts: readonly string[]): string {
  return `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title><style>${PAGE_STYLE}</style></head><body><main>
${parts.filter(Boolean).join('\n')}
`;
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Compares by code units, which gives the same order on every engine and system. */
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
