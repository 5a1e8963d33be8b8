import { getTokenPayload } from 'pocketbase';
import { useEffect, useState } from 'react';

/** The token of a letter's link. It is in the fragment, which no server receives or logs. */
export interface LetterToken {
  token: string;
  /** The address the letter was sent for; empty when the link is damaged. */
  email: string;
  newEmail: string;
}

/**
 * Returns the token of the letter's link that was opened, and takes it out of the address at once: what is shown, copied
 * or kept in the history of the browser opens nothing. It stands in memory alone, so a page that is loaded again asks
 * for the letter's link.
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
    // Another link to the same page loads no document.
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
  return letter;
}

function tokenInAddress(): string {
  const token = new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '';
  // A stop, a quote or a bracket of the text around the link came along.
  return token.replace(/[^\w-]+$/, '');
}

function readLetterToken(): LetterToken {
  const token = tokenInAddress();
  const payload: Record<string, unknown> = getTokenPayload(token);
  const text = (name: string) => (typeof payload[name] === 'string' ? payload[name] : '');
  return { token, email: text('email'), newEmail: text('newEmail') };
}
