/**
 * Takes the link's token out of the address into this step of history: the address can be shown and copied without
 * giving the visit away, and a reload finds the token again. Returns '' without one.
 */
export function takeToken(): string {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return tokenOfStep();
  // A stop, a quote or a bracket of the text around the link came along.
  const whole = token.replace(/[^\w-]+$/, '');
  history.replaceState({ token: whole }, '', location.pathname);
  return whole;
}

/** A link that ended stays in no step of history. */
export function forgetToken(): void {
  history.replaceState(null, '', location.pathname);
}

function tokenOfStep(): string {
  const state: unknown = history.state;
  const token = typeof state === 'object' && state !== null && 'token' in state ? state.token : '';
  return typeof token === 'string' ? token : '';
}
