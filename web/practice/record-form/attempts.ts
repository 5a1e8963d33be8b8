import { ATTEMPT, draftKey } from '#web/ground/api/drafts.ts';
import { newRecordId } from '#web/ground/browser/record-id.ts';
import { readTabText, writeTabText } from '#web/ground/browser/typed-texts.ts';

/** What a form without a draft has sent: `content` without texts about clients, since it lies unsealed in the tab. */
export interface KeptAttempt {
  id: string;
  content: string;
}

/** Keeps an attempt to create something until its answer is there, beyond a reload; null ends it. */
export function keepAttempt(name: string, attempt: KeptAttempt | null): void {
  // Begins like a draft, with when it was written: signing out deletes both.
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

/** Begins an attempt: the same content has the id of one whose answer was lost, `again`, anything else a new one. */
export function beginAttempt(name: string, content: string): { id: string; again: boolean } {
  const kept = readAttempt(name);
  const again = kept?.content === content;
  const id = again ? kept.id : newRecordId();
  keepAttempt(name, { id, content });
  return { id, again };
}
