import { sayFocus } from '#web/ui/say/say-focus.ts';
import { startUndoKey } from '#web/ui/toast/undo-key.ts';
import { say } from '#web/ui/say/say.ts';

// Only for screen readers and the keyboard; loads once, after the first screen.
sayScreens();
sayFocus();
startUndoKey();

/**
 * Announces the document title whenever it changes: replacing a screen changes nothing else that a screen reader would
 * read.
 */
function sayScreens(): void {
  const title = document.querySelector('title');
  if (!title) return;
  new MutationObserver(() => say(document.title.replace(/ — Кабинет$/, ''))).observe(title, { childList: true });
}
