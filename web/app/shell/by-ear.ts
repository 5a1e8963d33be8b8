import { sayFocus } from '#web/ui/say/say-focus.ts';
import { startUndoKey } from '#web/ui/toast/undo-key.ts';
import { say } from '#web/ui/say/say.ts';

// What is heard rather than seen; comes once, behind the first screen.
sayScreens();
sayFocus();
startUndoKey();

/** Says the title of the tab whenever it changes: a screen that replaces another one changes nothing else that is read. */
function sayScreens(): void {
  const title = document.querySelector('title');
  if (!title) return;
  new MutationObserver(() => say(document.title.replace(/ — Кабинет$/, ''))).observe(title, { childList: true });
}
