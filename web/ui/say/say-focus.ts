import { say, startSaying } from '#web/ui/say/say.ts';

/**
 * Where the pressed element leaves the page with its press, some screen readers take over what has the focus then
 * without a word: it is said with the group or dialog that it stands in.
 */
export function sayFocus(): void {
  startSaying();
  // Weak: it would keep a screen that has gone, with its texts, in memory.
  let pressed: WeakRef<Element> | null = null;
  // What the focus returns to, such as the opener of a dialog, they do say.
  const known = new WeakSet<EventTarget>();
  const onPress = () => {
    pressed = document.activeElement && new WeakRef(document.activeElement);
  };
  addEventListener('keydown', onPress, true);
  addEventListener('click', onPress, true);
  addEventListener('focusin', ({ target }) => {
    const isGone = pressed !== null && pressed.deref()?.isConnected !== true;
    pressed = null;
    if (!(target instanceof HTMLElement)) return;
    const isNew = !known.has(target);
    known.add(target);
    // The whole screen has a title, which is said by itself.
    if (!isGone || !isNew || target.localName === 'main') return;
    const around = target.parentElement?.closest('[role="group"], [role="dialog"], form[aria-labelledby]');
    const words = [around && nameOf(around), nameOf(target)].filter(Boolean).join('. ').replace('?. ', '? ');
    if (!isSaid(words)) say(words);
  });
}

/** Whether a message says it already. */
function isSaid(words: string): boolean {
  const messages = document.querySelectorAll('[role="status"], [role="alert"]');
  return [...messages].some(({ textContent }) => textContent?.includes(words));
}

function nameOf(element: Element): string {
  const own = element.ariaLabel ?? document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.textContent;
  if (own) return own;
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    return element.labels?.[0]?.textContent ?? '';
  }
  return element.matches('button, a, h1, h2, h3') ? (element.textContent ?? '') : '';
}
