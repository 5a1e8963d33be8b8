import { startSealing } from '#web/ground/api/sealing.ts';
import { currentSession, onSessionEnd, subscribe } from '#web/ground/api/session.ts';
import { onSignedOut, readSignedOutAt } from '#web/ground/browser/storage.ts';
import { hasTexts, removeCopiesIf, removeTextsIf } from '#web/ground/browser/typed-texts.ts';

/** Prefix of the names of attempts (`attempts.ts`), which hold nothing that a person would miss. */
export const ATTEMPT = 'attempt-';

/** How long a draft outlives its tab. */
const KEPT = { hours: 24 };

/** Whether there is a draft that signing out would delete: any, or one whose name begins with `name`. */
export function hasDrafts(name = ''): boolean {
  return hasTexts(draftKey(name), draftKey(ATTEMPT));
}

/**
 * Removes drafts on sign-out. A session that is lost against the person's will keeps them; only the same person gets
 * them back at the next sign-in.
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
    // A page restored from the back/forward cache gets the event late: meanwhile another tab may have signed in and
    // stored newer drafts.
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

/** Removes copies that no tab has changed for a day. */
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

/** The storage key of one of the signed-in person's drafts. */
export function draftKey(name: string): string {
  const session = currentSession();
  return prefixOf(session.status === 'user' ? session.user.id : 'guest') + name;
}

function prefixOf(user: string): string {
  return `${user}:`;
}
