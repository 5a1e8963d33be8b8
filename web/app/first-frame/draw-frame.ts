import { showPhone } from '#domain/clients/phone.ts';
import { readDay, readView } from '#web/practice/calendar/calendar-days.ts';
import { titleOf } from '#web/practice/calendar/calendar-title.ts';
import { showToday } from '#web/practice/sessions/day/show-today.ts';

/** The page of a list of clients; no window shows more of them. */
const MOST_CARDS = 60;

/**
 * Shows the frame of a screen, which the page holds as a template, until the program renders the screen. Only who is
 * signed in gets it.
 */
export async function drawFrame(path: string, styles: readonly string[], today: Temporal.PlainDate): Promise<boolean> {
  const template = document.getElementById(`frame:${path}`);
  if (!(template instanceof HTMLTemplateElement)) return false;
  await Promise.all(styles.map(addStyles));
  const root = document.getElementById('root');
  if (!root || root.hasChildNodes()) return false;
  const search = new URLSearchParams(window.location.search);
  const view = readView(search.get('view') ?? '');
  const date = readDay(search.get('date') ?? search.get('day') ?? '', today);
  const phone = matchMedia('(width < 48em)').matches;
  write(template.content, 'day', () => showToday(today));
  write(template.content, 'title', () => titleOf(view, date, today, phone));
  const hint = find(template.content, 'hint');
  root.append(template.content);
  // In its own letters at once, it keeps its width.
  if (view !== 'month') void document.fonts.load('1em Golos', 'Shift').then(() => hint?.removeAttribute('hidden'));
  return true;
}

/** Writes clients into the cards of the frame. */
export function drawClients(clients: readonly { name: string; phone: string }[]): void {
  const list = find(document, 'clients');
  const card = list?.firstElementChild;
  if (!list || !card) return;
  list.replaceChildren(
    ...clients.slice(0, MOST_CARDS).map(({ name, phone }) => {
      const copy = document.importNode(card, true);
      const [first, second] = copy.querySelectorAll('span');
      if (first) first.textContent = name;
      if (second) second.textContent = showPhone(phone);
      return copy;
    }),
  );
}

function find(within: ParentNode, place: string): Element | null {
  return within.querySelector(`[data-first="${place}"]`);
}

function write(within: ParentNode, place: string, text: () => string): void {
  const element = find(within, place);
  if (element) element.textContent = text();
}

/** A failed one is removed: the program requests it again. */
function addStyles(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href });
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error('No styles'));
    });
    document.head.append(link);
  });
}
