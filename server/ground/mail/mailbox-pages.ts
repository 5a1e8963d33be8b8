import { escapeHtml } from '#server/ground/mail/render-letter.ts';
import type { StoredLetter } from '#server/ground/mail/read-letters.ts';

const STYLE = `
body { max-width: 720px; overflow-wrap: anywhere; margin: 0 auto; padding: 32px 16px; background: #f4f4ef; color: #1d2320; font: 15px/22px system-ui, sans-serif; }
h1 { margin: 0 0 16px; font-size: 28px; line-height: 34px; }
a { color: #1f4b3a; }
p { color: #555c57; }
ul { margin: 0; padding: 0; list-style: none; }
li, article { margin: 0 0 12px; padding: 16px; background: #fff; border: 1px solid #e3e2da; border-radius: 16px; }
li a { display: block; margin: -8px 0; padding: 8px 0; font-weight: 500; }
pre { margin: 0; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
`;

/** The path of the mailbox. */
export const MAILBOX_PATH = '/_mail';

/** Returns the page for requests without the key. */
export function nothingHerePage(nonce: string): string {
  return page(
    'Письма',
    '<p>Адрес страницы с письмами программа напечатала при запуске: откройте его целиком.</p>',
    nonce,
  );
}

/** Returns the list of letters. `path` is the mailbox's own path, with the key. */
export function mailboxPage(letters: readonly StoredLetter[], path: string, nonce: string): string {
  const items = letters.map(
    ({ name, subject, to }) =>
      `<li><a href="${path}/${name}">${escapeHtml(subject)}</a>${escapeHtml(to)} · ${shownMoment(name)}</li>`,
  );
  const list = items.length > 0 ? `<ul>${items.join('\n')}</ul>` : '<p>Писем пока нет.</p>';
  return page(
    'Письма',
    `<p>Почтовый сервер не задан: письма остаются здесь. Страница видна только с этого компьютера и по этому адресу.</p>${list}`,
    nonce,
  );
}

export function letterPage({ name, subject, to, text }: StoredLetter, path: string, nonce: string): string {
  const body = `<p><a href="${path}">Все письма</a></p>
<p>${escapeHtml(to)} · ${shownMoment(name)}</p>
<article><pre>${withLinks(text)}</pre></article>
<p><a href="${path}/${name}/html">Как письмо выглядит</a></p>`;
  return page(subject, body, nonce);
}

function page(title: string, body: string, nonce: string): string {
  return `<!doctype html>
<html lang="ru">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>${escapeHtml(title)}</title><style nonce="${nonce}">${STYLE}</style></head>
<body><h1>${escapeHtml(title)}</h1>
${body}
</body>
</html>
`;
}

/**
 * Returns '18.11.2026 12:41' in this machine's zone, from a letter's name, which begins with the instant at which it
 * was queued.
 */
function shownMoment(name: string): string {
  const [, date = '', time = ''] = /^(\d{8})(\d{6})/.exec(name) ?? [];
  const here = Temporal.Instant.from(`${date}T${time}Z`).toZonedDateTimeISO(Temporal.Now.timeZoneId());
  const day = here.toLocaleString('ru', { day: '2-digit', month: '2-digit', year: 'numeric' });
  return `${day} ${here.toPlainTime().toString({ smallestUnit: 'minute' })}`;
}

function withLinks(text: string): string {
  return escapeHtml(text).replaceAll(/https?:\/\/[^\s<>"]+/g, (url) => `<a href="${url}">${url}</a>`);
}
