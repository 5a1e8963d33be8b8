import { startSealing } from '#web/ground/api/sealing.ts';
import { currentSession, onSessionEnd, subscribe } from '#web/ground/api/session.ts';
import { onSignedOut, readSignedOutAt } from '#web/ground/browser/storage.ts';
import { hasTexts, removeCopiesIf, removeTextsIf } from '#web/ground/browser/typed-texts.ts';

/** Begins the names of attempts (`attempts.ts`), which no person would miss. */
export const ATTEMPT = 'attempt-';

/** How long a draft outlives its tab. */
const KEPT = { hours: 24 };

/** Whether there is a draft that signing out would delete: any, or one whose name begins with `name`. */
export function hasDrafts(name = ''): boolean {
  return hasTexts(draftKey(name), draftKey(ATTEMPT));
}

/**
 * A session lost against the person's will keeps its drafts, which only the same person gets back at their next
 * sign-in.
 */
export function startDrafts(): void {
  startSealing();
  // A suspended tab misses the sign-out event of another tab, so the stored moment is checked now.
  const signedOutAt = readSignedOutAt();
  if (signedOutAt !== null) removeTextsIf((text) => isOlder(text, signedOutAt));
  removeOldCopies();
  let leaving = false;
  onSignedOut((moment) => {
    leaving = true;
    // A page that going back brings up learns of it when another tab may have signed in and typed since.
    removeTextsIf((text) => isOlder(text, moment));
  });
  onSessionEnd((end) => {
    if (end === 'left' || leaving) removeTextsIf(() => true);
    leaving = false;
  });
  subscribe(() => {
    const session = currentSession();
    if (session.status !== 'user') return;
    leaving = false;
    removeTextsIf((_text, name) => !name.startsWith(prefixOf(session.user.id)));
  });
}

/** What no tab has changed for a day is not offered any more. */
export function removeOldCopies(): void {
  const yesterday = Temporal.Now.instant().subtract(KEPT).toString();
  removeCopiesIf((text) => isOlder(text, yesterday));
}

function isOlder(text: string, moment: string): boolean {
  try {
    return Temporal.Instant.compare(text.split(' ')[0] ?? '', moment) <= 0;
  } catch {
    return true;
  }
}

/** The key of one of the signed-in person's drafts in tab storage. */
export function draftKey(name: string): string {
  const session = currentSession();
  return prefixOf(session.status === 'user' ? session.user.id : 'guest') + name;
}

function prefixOf(user: string): string {
  return `${user}:`;
}
