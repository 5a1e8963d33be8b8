import type { HistoryState } from '@tanstack/react-router';
import { newRecordId } from '#web/ground/browser/record-id.ts';
import { seal, unseal } from '#web/ground/api/sealing.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Encrypted or random key of the search text, because browsers store history entries on disk. */
    q?: string;
  }
}

const NAME = 'search';

/** Texts by their key; a text that could not be encrypted is lost on reload. */
const texts = new Map<string, string>();

/** The history state that opens a screen with a text in its search field. */
export function keptSearch(text: string): HistoryState {
  if (text === '') return { q: '' };
  const q = seal(NAME, text) ?? newRecordId();
  texts.set(q, text);
  return { q };
}

/** The search text of a history entry; empty also when another person typed it. */
export function searchOf(q: string): string {
  return texts.get(q) ?? unseal(NAME, q) ?? '';
}

export function survivesReload(q: string): boolean {
  return unseal(NAME, q) !== null;
}

export function forgetSearches(): void {
  texts.clear();
}
