import type { CDPSession, Locator, Page } from 'playwright';
import { becomes } from '#e2e/becomes.ts';

/** Notes in the page what comes into live regions, as Orca reads them: an alert only where it is itself what came. */
function note(): void {
  const heard: string[] = [];
  Object.assign(window, { heard });
  const isAlert = (node: Node) => node instanceof Element && node.role === 'alert';
  const isLive = (node: Node) => {
    const element = node instanceof Element ? node : node.parentElement;
    return (element?.closest('[role="status"], [role="alert"], [aria-live="polite"]') ?? null) !== null;
  };
  new MutationObserver((changes) => {
    for (const { target, type, addedNodes } of changes) {
      if (type === 'characterData' && isLive(target)) heard.push(target.textContent ?? '');
      for (const node of addedNodes) if (isAlert(node) || isLive(target)) heard.push(node.textContent ?? '');
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

export interface Ear {
  /** Waits until these words were announced `times` times since the page was loaded. */
  untilSaid: (words: string, times?: number) => Promise<void>;
  /** Returns how often these words were announced since the page was loaded. */
  timesSaid: (words: string) => Promise<number>;
}

/** Listens to a page from its next address on. */
export async function listen(page: Page): Promise<Ear> {
  await page.addInitScript(note);
  const heard = async (): Promise<string[]> =>
    (await page.evaluate((): string[] => Reflect.get(window, 'heard'))).map((words) =>
      words.replaceAll(/\s+/g, ' ').trim(),
    );
  const timesSaid = async (words: string) => (await heard()).filter((one) => one === words).length;
  return {
    timesSaid,
    untilSaid: (words, times = 1) => becomes(async () => (await timesSaid(words)) >= times || (await heard()), true),
  };
}

/** What is said of new screens, and in the place of pressed buttons, comes behind the first screen. */
export async function untilHeard(page: Page): Promise<void> {
  await page.locator('body > p[role="status"]').waitFor({ state: 'attached' });
}

/** Returns what a screen reader says wrongly, or not at all, of a page. */
export async function heardFindings(page: Page, where: string): Promise<string[]> {
  // It goes a moment after the focus has come into a dialog.
  await page.waitForFunction(behindIsGone, undefined, { timeout: 5000 }).catch(() => undefined);
  const session = await page.context().newCDPSession(page);
  const found = [...(await page.evaluate(marksOf)), ...(await namesOf(session))];
  if (!(await page.evaluate(behindIsGone))) found.push('the screen behind');
  await session.detach();
  return found.map((finding) => `${where}: ${finding}`);
}

function marksOf(): string[] {
  const found: string[] = [];
  // Orca reads no text inside a status by the arrow keys; a message in the corner has its button there.
  for (const status of document.querySelectorAll<HTMLElement>('[role="status"]')) {
    const seen = [status, ...status.querySelectorAll('*')].some(
      (part) => part.getBoundingClientRect().width > 1 && !part.closest('.visually-hidden') && part.textContent,
    );
    if (seen && !status.querySelector('[data-kind]')) found.push(`a status that is seen: ${status.textContent}`);
  }
  if (document.querySelector('form[novalidate] [required]')) found.push('a field is wrong before a letter was typed');
  return found;
}

function behindIsGone(): boolean {
  return (
    document.querySelector('[data-layer]:not([hidden])') === null || document.getElementById('root')?.inert === true
  );
}

const PRESSED = ['button', 'link'];

/** Without a name what has the focus is silent, and two buttons with the same words do not say whose they are. */
async function namesOf(session: CDPSession): Promise<string[]> {
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const found: string[] = [];
  const known = new Set<string>();
  for (const { ignored, role, name, description, properties = [] } of nodes) {
    if (ignored) continue;
    const [what, words] = [String(role?.value), String(name?.value ?? '')];
    const is = (property: string) => properties.some((one) => one.name === property && one.value.value === true);
    if (is('focused') && what !== 'RootWebArea' && words.trim() === '')
      found.push(`the focus is on a nameless ${what}`);
    if (!PRESSED.includes(what)) continue;
    const whole = `${what} «${words}», ${description?.value ?? ''}`;
    if (known.has(whole)) found.push(`twice: ${whole}`);
    known.add(whole);
  }
  return found;
}

/** What is read after the name of an element. */
export function descriptionOf(element: Locator): Promise<string> {
  return element.evaluate((one) =>
    (one.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  );
}
