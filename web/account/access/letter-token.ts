import { getTokenPayload } from 'pocketbase';

/** The token of a letter's link. It is in the fragment, which no server receives or logs. */
export interface LetterToken {
  token: string;
  /** The address the letter was sent for; empty when the link is damaged. */
  email: string;
  newEmail: string;
}

export function readLetterToken(): LetterToken {
  const token = new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '';
  const payload: Record<string, unknown> = getTokenPayload(token);
  const text = (name: string) => (typeof payload[name] === 'string' ? payload[name] : '');
  return { token, email: text('email'), newEmail: text('newEmail') };
}
