import { currentSession, onSessionEnd } from '#web/api/session.ts';
import { removeTabTexts, readTabText, writeTabText } from '#web/api/storage.ts';

/**
 * What is being written and not yet saved, kept over a reload of this tab and nowhere else: session storage, under the
 * account's id, gone on save, discard and sign-out.
 */
export function readDraft<Values>(name: string, isValues: (value: unknown) => value is Values): Values | null {
  try {
    const value: unknown = JSON.parse(readTabText(keyOf(name)) ?? 'null');
    return isValues(value) ? value : null;
  } catch {
    return null;
  }
}

export function writeDraft(name: string, values: unknown): void {
  writeTabText(keyOf(name), JSON.stringify(values));
}

export function removeDraft(name: string): void {
  writeTabText(keyOf(name), null);
}

/** A session that ended against the person's will keeps its drafts for when they sign in again. */
export function startDrafts(): void {
  onSessionEnd((end) => {
    if (end === 'left') removeTabTexts();
  });
}

function keyOf(name: string): string {
  const session = currentSession();
  return `${session.status === 'user' ? session.user.id : 'guest'}:${name}`;
}
