import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/ground/context.ts';
import { type UnsubscribeTarget, readUnsubscribeLink } from '#server/practice/letters/stop-letters.ts';
import { escapeHtml } from '#server/ground/mail/render-letter.ts';
import { repairAddress } from '#server/operation/pages/repair-address.ts';
import { sendPage } from '#server/operation/pages/security-headers.ts';

const NONCE = '__NONCE__';
const HEADING = '__HEADING__';
const QUESTION = '__QUESTION__';
const FONTS = '__FONTS__';

const DONE = 'Готово: писем больше не\u00A0будет, о\u00A0переносе и\u00A0отмене встреч тоже.';
const ASK = `<p id="text">Больше не&nbsp;присылать писем на&nbsp;этот адрес? Письма о&nbsp;переносе и&nbsp;отмене встреч тоже не&nbsp;придут.</p>
<button id="stop" type="button">Не присылать</button>
<p id="said" role="status"></p>`;

/** Only the button sends the request, so that programs which open links in mail change nothing (LETTER-06). */
const PAGE = `<!doctype html>
<html lang="ru">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><link rel="icon" href="/favicon.ico" sizes="32x32"><link rel="icon" href="/favicon.svg" type="image/svg+xml"><meta name="color-scheme" content="light dark"><title>Письма о встречах</title>
<style nonce="${NONCE}">
${FONTS}
body { margin: 0; padding: 48px 16px; background: #f4f4ef; color: #1d2320; font: 16px/24px Golos, system-ui, sans-serif; }
main { max-width: 480px; margin: 0 auto; padding: 28px; box-sizing: border-box; background: #fff; border: 1px solid #e3e2da; border-radius: 22px; }
h1 { margin: 0 0 8px; font-size: 24px; line-height: 30px; font-weight: 600; letter-spacing: -0.01em; text-wrap: balance; }
p { margin: 0; color: #555c57; text-wrap: pretty; }
button { width: 100%; min-height: 50px; margin-top: 24px; padding: 12px 24px; border: 0; border-radius: 10px; background: #265643; color: #fff; font: inherit; font-weight: 500; cursor: pointer; }
button:disabled { background: #eaeae3; color: #555c57; cursor: default; }
#said { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
:focus-visible { outline: 2px solid #265643; outline-offset: 2px; }
@media (prefers-color-scheme: dark) {
body { background: #121513; color: #ecefe9; } main { background: #1b1f1c; border-color: #2c322e; } p { color: #b4bbb3; }
button { background: #9ccfb5; color: #10201a; } button:disabled { background: #0d0f0e; color: #b4bbb3; } :focus-visible { outline-color: #9ccfb5; }
}
</style></head>
<body><main><h1>${HEADING}</h1>
${QUESTION}</main>
<script nonce="${NONCE}">
const button = document.getElementById('stop');
const say = (words) => {
  for (const id of ['text', 'said']) document.getElementById(id).textContent = words;
};
button?.addEventListener('click', async () => {
  button.disabled = true;
  const response = await fetch('/api/letters/stop', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: location.pathname.split('/').pop() }),
  }).catch(() => null);
  if (response && response.ok) {
    say('${DONE}');
    button.remove();
    return;
  }
  button.disabled = false;
  say(response && response.status === 404 ? 'Ссылка недействительна.' : 'Не получилось. Попробуйте ещё раз.');
});
</script></body>
</html>
`;

/**
 * Registers the page of the unsubscribe link in every letter; opening it changes nothing. `fontFaces` is the CSS for
 * the product's font, '' where the web is not built.
 */
export function registerStopPage(app: FastifyInstance, context: Context, fontFaces: string): void {
  const texts = PAGE.replace(FONTS, () => fontFaces).split(NONCE);
  app.get<{ Params: { token: string } }>('/letters/stop/:token', async (request, reply) => {
    const meant = repairAddress(request.url);
    if (meant !== null) return reply.redirect(meant);
    // The button works even if the sender's name cannot be read.
    const known = await readUnsubscribeLink(context, request.params.token).catch(() => null);
    return sendPage(request, reply, 200, { texts: texts.map((text) => fill(text, known)), trustedTypes: "'none'" });
  });
}

function fill(text: string, known: UnsubscribeTarget | null): string {
  const sender = known ? `: ${escapeHtml(known.sender)}` : '';
  return text
    .replace(QUESTION, () => (known?.stopped ? `<p id="text">${DONE}</p>` : ASK))
    .replace(HEADING, () => `Письма о\u00A0встречах${sender}`);
}
