import type { HistoryState } from '@tanstack/react-router';
import { newRecordId } from '#web/browser/record-id.ts';
import { seal, unseal } from '#web/api/sealing.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Stands for what is in the screen's search field: browsers write the steps of history down. */
    q?: string;
  }
}

const NAME = 'search';

/** By what stands for them; of one that could not be sealed a reload leaves nothing. */
const texts = new Map<string, string>();

/** With this state a screen opens with a text in its search field. */
export function keptSearch(text: string): HistoryState {
  if (text === '') return { q: '' };
  const q = seal(NAME, text) ?? newRecordId();
  texts.set(q, text);
  return { q };
}

/** What stands in the search field of a step of history; empty also where somebody else typed it. */
export function searchOf(q: string): string {
  return texts.get(q) ?? unseal(NAME, q) ?? '';
}

export function forgetSearches(): void {
  texts.clear();
}
