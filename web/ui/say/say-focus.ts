import { say, startSaying } from '#web/ui/say/say.ts';

/**
 * Announces the new focus after a press that removes the pressed element, because some screen readers then read
 * nothing. The announcement includes the group or dialog around it.
 */
export function sayFocus(): void {
  startSaying();
  // Weak, so that a removed screen and its texts do not stay in memory.
  let pressed: WeakRef<Element> | null = null;
  // Screen readers do announce elements that had the focus before, such as the opener of a dialog.
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
    // A new screen's title is announced separately (web/app/shell/accessibility.ts).
    if (!isGone || !isNew || target.localName === 'main') return;
    const around = target.parentElement?.closest('[role="group"], [role="dialog"], form[aria-labelledby]');
    const words = [around && nameOf(around), nameOf(target)].filter(Boolean).join('. ').replace('?. ', '? ');
    if (!isSaid(words)) say(words);
  });
}

/** Whether a status or an alert already contains the words. */
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
