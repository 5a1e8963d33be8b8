import { flushSync } from 'react-dom';

/**
 * Shows more rows after the first `count` of a list; they replace the pressed button, so the first of them gets the
 * focus.
 */
export function showMore(button: HTMLElement, count: number, show: () => void): void {
  const section = button.closest('section');
  flushSync(show);
  section?.querySelectorAll<HTMLElement>('li > a')[count]?.focus({ preventScroll: true });
}
