import { ATTEMPT, draftKey } from '#web/ground/api/drafts.ts';
import { newRecordId } from '#web/ground/browser/record-id.ts';
import { readTabText, writeTabText } from '#web/ground/browser/typed-texts.ts';

/**
 * A create request sent without a stored draft. `content` has no texts about clients, because it is stored unencrypted
 * in the tab.
 */
export interface KeptAttempt {
  id: string;
  content: string;
}

/** Stores an attempt to create something until its response arrives, so that it survives a reload; null removes it. */
export function keepAttempt(name: string, attempt: KeptAttempt | null): void {
  // Starts with the time, like a draft, so that signing out deletes both.
  const text = attempt && `${Temporal.Now.instant().toString()} ${JSON.stringify(attempt)}`;
  writeTabText(draftKey(ATTEMPT + name), text);
}

export function readAttempt(name: string): KeptAttempt | null {
  const text = readTabText(draftKey(ATTEMPT + name)) ?? '';
  try {
    const kept: Partial<KeptAttempt> = JSON.parse(text.slice(text.indexOf(' ')));
    return typeof kept.id === 'string' && typeof kept.content === 'string'
      ? { id: kept.id, content: kept.content }
      : null;
  } catch {
    return null;
  }
}

/** Begins an attempt: the same content as in a stored attempt keeps its id (`again`), anything else gets a new one. */
export function beginAttempt(name: string, content: string): { id: string; again: boolean } {
  const kept = readAttempt(name);
  const again = kept?.content === content;
  const id = again ? kept.id : newRecordId();
  keepAttempt(name, { id, content });
  return { id, again };
}
