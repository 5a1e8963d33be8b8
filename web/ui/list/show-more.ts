import { flushSync } from 'react-dom';

/** Shows more rows behind the first `count` of a list, in place of the pressed button: the keyboard continues on the first of them. */
export function showMore(button: HTMLElement, count: number, show: () => void): void {
  const section = button.closest('section');
  flushSync(show);
  section?.querySelectorAll<HTMLElement>('li > a')[count]?.focus({ preventScroll: true });
}
