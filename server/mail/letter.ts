/** A letter before it is composed: its texts and the one action that it offers. */
export interface Letter {
  subject: string;
  title: string;
  paragraphs: string[];
  action: { label: string; url: string };
  /** Rendered smaller, after the action. */
  notes: string[];
}

const SENT_BY = 'Письмо отправил Кабинет. Отвечать на него не нужно.';

export function letterText({ title, paragraphs, action, notes }: Letter): string {
  return `${[title, ...paragraphs, `${action.label}:\n${action.url}`, ...notes, `—\n${SENT_BY}`].join('\n\n')}\n`;
}

/** The product's colours and sizes as inline styles, because mail programs drop style sheets. */
const STYLE = {
  desk: 'margin:0;padding:32px 16px;background:#f4f4ef;color:#1d2320;font:15px/22px system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif',
  mark: 'max-width:520px;margin:0 auto 16px;color:#265643;font-size:17px;font-weight:600',
  sheet:
    'max-width:520px;margin:0 auto;box-sizing:border-box;padding:32px;background:#ffffff;border:1px solid #e3e2da;border-radius:16px',
  title: 'margin:0 0 16px;font-size:22px;line-height:28px;font-weight:600',
  paragraph: 'margin:0 0 12px',
  button:
    'display:inline-block;padding:12px 24px;background:#265643;color:#ffffff;border-radius:10px;font-weight:500;text-decoration:none',
  note: 'margin:0 0 8px;color:#555c57;font-size:13px;line-height:18px',
  link: 'color:#1f4b3a;word-break:break-all',
  foot: 'max-width:520px;margin:16px auto 0;color:#636964;font-size:12px;line-height:16px',
} as const;

export function letterHtml({ subject, title, paragraphs, action, notes }: Letter): string {
  const url = escapeHtml(action.url);
  const elements = [
    `<h1 style="${STYLE.title}">${phrase(title)}</h1>`,
    ...paragraphs.map((text) => `<p style="${STYLE.paragraph}">${phrase(text)}</p>`),
    `<p style="margin:24px 0"><a href="${url}" style="${STYLE.button}">${phrase(action.label)}</a></p>`,
    ...notes.map((text) => `<p style="${STYLE.note}">${phrase(text)}</p>`),
    `<p style="${STYLE.note}">Если кнопка не открывается: <a href="${url}" style="${STYLE.link}">${url}</a></p>`,
  ];
  return `<!doctype html>
<html lang="ru">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>
<body style='${STYLE.desk}'>
<div style="${STYLE.mark}">Кабинет</div>
<div style="${STYLE.sheet}">
${elements.join('\n')}
</div>
<div style="${STYLE.foot}">${SENT_BY}</div>
</body>
</html>
`;
}

/** Returns the text escaped, with short words joined to the next one so that none ends a line. */
function phrase(text: string): string {
  return escapeHtml(text).replace(/(?<=^|[\s(«])(\p{L}{1,2}) /gu, '$1&nbsp;');
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
