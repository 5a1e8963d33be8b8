/**
 * Moves the link's token from the address into the current history entry: the address can be shown and copied without
 * giving access to the visit, and a reload finds the token again. Returns '' if there is none.
 */
export function takeToken(): string {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return tokenOfStep();
  // Drops a full stop, quote or bracket that was copied together with the link.
  const whole = token.replace(/[^\w-]+$/, '');
  history.replaceState({ token: whole }, '', location.pathname);
  return whole;
}

/** Removes the token of an ended link from the history entry. */
export function forgetToken(): void {
  history.replaceState(null, '', location.pathname);
}

function tokenOfStep(): string {
  const state: unknown = history.state;
  const token = typeof state === 'object' && state !== null && 'token' in state ? state.token : '';
  return typeof token === 'string' ? token : '';
}
