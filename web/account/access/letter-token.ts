import { getTokenPayload } from 'pocketbase';
import { useEffect, useState } from 'react';

/** The token in a letter's link. It is in the fragment, which browsers never send to a server. */
export interface LetterToken {
  token: string;
  /** The address the letter was sent for; empty when the link is damaged. */
  email: string;
  newEmail: string;
}

/**
 * Returns the token of the opened link and removes it from the address at once, so that an address that is shown,
 * copied or kept in the browser's history gives no access. The token exists only in memory: after a reload the person
 * has to open the letter's link again.
 */
export function useLetterToken(): LetterToken {
  const [letter, setLetter] = useState(readLetterToken);
  useEffect(() => {
    const take = (): void => {
      if (tokenInAddress() === '') return;
      setLetter(readLetterToken());
      window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
    };
    take();
    // Opening another link to the same page only changes the fragment.
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
  return letter;
}

function tokenInAddress(): string {
  const token = new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '';
  // Drops a full stop, quote or bracket that was copied together with the link.
  return token.replace(/[^\w-]+$/, '');
}

function readLetterToken(): LetterToken {
  const token = tokenInAddress();
  const payload: Record<string, unknown> = getTokenPayload(token);
  const text = (name: string) => (typeof payload[name] === 'string' ? payload[name] : '');
  return { token, email: text('email'), newEmail: text('newEmail') };
}
