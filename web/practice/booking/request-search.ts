import { clientSearchTerms } from '#domain/clients/client-search.ts';
import { contains, filled } from '#web/ground/api/filter.ts';

/** How a request was answered. */
export type Answer = 'all' | 'confirmed' | 'rejected' | 'withdrawn';

export interface HistorySearch {
  /** The typed text: a name or a phone. */
  q: string;
  answer: Answer;
}

export const WHOLE_HISTORY: HistorySearch = { q: '', answer: 'all' };

const ANSWERED: Record<Answer, string> = {
  all: "status != 'pending'",
  confirmed: "status = 'confirmed'",
  rejected: "status = 'cancelled' && withdrawn = false",
  withdrawn: "status = 'cancelled' && withdrawn = true",
};

/** The server's filter for the requests already decided on. */
export function historyFilter(user: string, { q, answer }: HistorySearch): string {
  const terms = clientSearchTerms(q);
  const words = terms.map((texts) => {
    // The server accepts 50 comparisons, so with more than two terms numbers are searched only as typed.
    const isShort = terms.length <= 2;
    const pieces = isShort ? texts.flatMap((text) => (/^\d+$/.test(text) ? shownPieces(text) : [])) : [];
    const phones = [...new Set([...texts, ...pieces])].map((text) => contains('phone', text));
    return `(${[...texts.map((text) => contains('name:lower', text)), ...phones].join(' || ')})`;
  });
  return [filled('user = {:user}', { user }), ANSWERED[answer], ...words].join(' && ');
}

const SHOWN = '(000) 000-00-00';
const PLACES = Array.from(SHOWN.matchAll(/0/g), ({ index }) => index);

/**
 * Substrings of a formatted phone, '+7 (916) 204-18-35', that contain the typed digits, because visitors may have typed
 * that format.
 */
function shownPieces(typed: string): string[] {
  const digits = typed.replace(/^[78](?=\d{10}$)/, '');
  const starts = Math.max(0, PLACES.length - digits.length + 1);
  if (digits.length < 3) return [];
  const pieces = Array.from({ length: starts }, (_, start) => {
    const [first = 0, last = 0] = [PLACES[start], PLACES[start + digits.length - 1]];
    let next = 0;
    return SHOWN.slice(first, last + 1).replaceAll('0', () => digits[next++] ?? '');
  });
  return [digits, ...pieces];
}
