import { say } from '#web/ui/say/say.ts';

/** Says the title of the tab whenever it changes: a screen that replaces another one changes nothing else that is read. */
export function sayScreens(): void {
  const title = document.querySelector('title');
  if (!title) return;
  new MutationObserver(() => say(document.title.replace(/ — Кабинет$/, ''))).observe(title, { childList: true });
}
