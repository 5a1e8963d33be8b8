/** The content of a letter: its texts and the one action that it offers. */
export type Letter = Texts & (OfAccount | OfClient);

interface OfAccount {
  /** Absent where the subject is the title. */
  subject?: string;
  client?: undefined;
}

/** A letter to a client. */
interface OfClient {
  subject: string;
  client: {
    from: string;
    /** The first one is the largest text, struck out if `isOver`. */
    times: string[];
    isOver: boolean;
    /** Where the session takes place, after the times: the text of the link is its address. */
    link: { before: string; shown: string; href: string } | null;
    /** The unsubscribe link. */
    stopUrl: string;
  };
}

interface Texts {
  title: string;
  /** A line with a page of its own is a link. */
  paragraphs: (string | { text: string; label: string; url: string })[];
  action?: { label: string; url: string };
  /** Rendered smaller, after the action. */
  notes: string[];
}

/** The texts of a letter about an account; its button is added with the URL that it opens. */
export interface LetterText extends Pick<Letter, 'title' | 'paragraphs' | 'notes'> {
  label: string;
}

export function withButton({ label, ...text }: LetterText, url: string): Letter {
  return { ...text, action: { label, url } };
}

export function subjectOf({ subject, title }: Letter): string {
  return subject ?? `${title} — Кабинет`;
}

export const STOP_LABEL = 'Не получать такие письма';
const SENT_BY = 'Письмо отправил Кабинет. Отвечать на него не нужно.';

export function letterText({ title, paragraphs, action, notes, client }: Letter): string {
  const offered = action ? [`${action.label}:\n${action.url}`] : [];
  const foot = client ? `${STOP_LABEL}:\n${client.stopUrl}` : SENT_BY;
  const lines = [...(client?.times ?? []), ...(client?.link ? [`${client.link.before}: ${client.link.shown}`] : [])];
  const times = lines.length > 0 ? [lines.join('\n')] : [];
  return `${[title, ...times, ...paragraphs.map(paragraphText), ...offered, ...notes, `—\n${foot}`].join('\n\n')}\n`;
}

function paragraphText(paragraph: Letter['paragraphs'][number]): string {
  return typeof paragraph === 'string' ? paragraph : `${paragraph.text}\n${paragraph.label}: ${paragraph.url}`;
}

function paragraphHtml(paragraph: Letter['paragraphs'][number]): string {
  if (typeof paragraph === 'string') return `<p style="${STYLE.paragraph}">${phrase(paragraph)}</p>`;
  const { text, label, url } = paragraph;
  const link = `<a href="${escapeHtml(url)}" class="link" style="${STYLE.page}">${phrase(label)}</a>`;
  return `<p style="${STYLE.paragraph}">${phrase(text)}<br>${link}</p>`;
}

/** The product's colours and sizes as inline styles, because mail programs drop style sheets. */
const STYLE = {
  desk: 'margin:0;padding:32px 16px;background:#f4f4ef;color:#1d2320;font:15px/22px system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif',
  mark: 'max-width:560px;margin:0 auto 16px;color:#265643;font-size:17px;font-weight:600',
  sheet:
    'max-width:560px;margin:0 auto;box-sizing:border-box;padding:32px;background:#ffffff;border:1px solid #e3e2da;border-radius:16px',
  title: 'margin:0 0 16px;font-size:22px;line-height:28px;font-weight:600',
  time: 'margin:0 0 12px;font-size:28px;line-height:34px;font-weight:600',
  paragraph: 'margin:0 0 12px',
  out: 'color:#555c57;font-size:13px;line-height:18px',
  button:
    'display:inline-block;padding:12px 24px;background:#265643;color:#ffffff;border-radius:10px;font-weight:500;text-decoration:none',
  note: 'margin:0 0 8px;color:#555c57;font-size:13px;line-height:18px',
  page: 'color:#1f4b3a',
  link: 'color:#1f4b3a;word-break:break-all',
  foot: 'max-width:560px;margin:16px auto 0;color:#636964;font-size:12px;line-height:16px',
} as const;

/** The colours for mail programs that know the dark theme; the others drop them. */
const DARK = `@media (prefers-color-scheme: dark) {
.desk { background: #171b19 !important; color: #eceae2 !important; }
.sheet { background: #1f2523 !important; border-color: #333a37 !important; }
.ink { color: #b9bfba !important; }
.mark, .sheet a.link { color: #9cc7b2 !important; }
.button { background: #8fc0a9 !important; color: #14201a !important; }
}`;

export function letterHtml(letter: Letter): string {
  const { title, paragraphs, action, notes, client } = letter;
  const url = escapeHtml(action?.url ?? '');
  const stopUrl = escapeHtml(client?.stopUrl ?? '');
  const over = client?.isOver ? ';text-decoration:line-through' : '';
  const elements = [
    `<h1 style="${STYLE.title}">${phrase(title)}</h1>`,
    ...(client?.times ?? []).map(
      (text, at) => `<p style="${at === 0 ? STYLE.time : STYLE.paragraph}${over}">${phrase(text)}</p>`,
    ),
    ...(client?.link
      ? [
          `<p style="${STYLE.paragraph}">${phrase(client.link.before)}: <a href="${escapeHtml(client.link.href)}" class="link" style="${STYLE.link}">${escapeHtml(client.link.shown)}</a></p>`,
        ]
      : []),
    ...paragraphs.map(paragraphHtml),
    ...(action
      ? [
          `<p style="margin:24px 0"><a href="${url}" class="button" style="${STYLE.button}">${phrase(action.label)}</a></p>`,
        ]
      : []),
    ...notes.map((text) => `<p class="ink" style="${STYLE.note}">${phrase(text)}</p>`),
    ...(client
      ? [`<p style="margin:24px 0 0"><a href="${stopUrl}" class="ink" style="${STYLE.out}">${STOP_LABEL}</a></p>`]
      : []),
  ];
  return `<!doctype html>
<html lang="ru">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subjectOf(letter))}</title><style>${DARK}</style></head>
<body class="desk" style='${STYLE.desk}'>
<div class="mark" style="${STYLE.mark}">${escapeHtml(client?.from ?? 'Кабинет')}</div>
<div class="sheet" style="${STYLE.sheet}">
${elements.join('\n')}
</div>
${client ? '' : `<div class="ink" style="${STYLE.foot}">${SENT_BY}</div>`}
</body>
</html>
`;
}

/** Returns the text escaped, with no-break spaces after short words and numbers so that none ends a line. */
function phrase(text: string): string {
  return escapeHtml(text).replace(/(?<=^|[\s(«])(\p{L}{1,2}|\d{1,2}) /gu, '$1&nbsp;');
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
