import { showPhone } from '#domain/clients/phone.ts';
import { type CalendarView, readDay } from '#web/practice/calendar/calendar-days.ts';
import { readShownView } from '#web/practice/calendar/shown-view.ts';
import { titleOf } from '#web/practice/calendar/calendar-title.ts';
import { showDayFrom } from '#web/ground/format/dates.ts';

/** The page size of the list of clients; no window shows more of them at once. */
const MOST_CARDS = 60;

/**
 * Renders the frame of a screen from its template in the page until the program renders the screen. Only a signed-in
 * person gets it. The day is filled in once Temporal has loaded.
 */
export async function drawFrame(
  path: string,
  styles: readonly string[],
  today: () => Temporal.PlainDate,
): Promise<boolean> {
  const template = document.getElementById(`frame:${path}`);
  if (!(template instanceof HTMLTemplateElement)) return false;
  await Promise.all(styles.map(addStyles));
  const root = document.getElementById('root');
  if (!root || root.hasChildNodes()) return false;
  const view = readShownView(new URLSearchParams(window.location.search).get('view'));
  const places = ['day', 'title'].map((place) => find(template.content, place));
  const hint = find(template.content, 'hint');
  root.append(template.content);
  // Shown only once its font has loaded, so that its width does not change.
  if (view !== 'month') void fontsLoaded().then(() => hint?.removeAttribute('hidden'));
  void writeDays(places, view, today);
  return true;
}

async function writeDays(
  [day, title]: readonly (Element | null | undefined)[],
  view: CalendarView,
  today: () => Temporal.PlainDate,
): Promise<void> {
  if (!day && !title) return;
  await window.temporal;
  const now = today();
  if (day) day.textContent = showDayFrom(now, now);
  const search = new URLSearchParams(window.location.search);
  const date = readDay(search.get('date') ?? search.get('day') ?? '', now);
  if (title) title.textContent = titleOf(view, date, now, matchMedia('(width < 48em)').matches);
}

/** The page uses its fonts only after the first paint, see web/opening.ts. */
async function fontsLoaded(): Promise<void> {
  await new Promise((resolve) => document.fonts.addEventListener('loadingdone', resolve, { once: true }));
  await document.fonts.load('1em Golos', 'Shift');
}

/** Fills the cards of the frame with clients. */
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

/** A style sheet that fails is removed: the program requests it again. */
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
