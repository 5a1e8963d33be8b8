import type { HistoryState } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What stands in the screen's search field. */
    q?: string;
  }
}

/** With this state a screen opens with a text in its search field. */
export function keptSearch(text: string): HistoryState {
  return { q: text };
}
