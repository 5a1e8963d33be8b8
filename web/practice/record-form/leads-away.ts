/** The search parameters that identify a form in addition to its path. */
const ADDRESS = ['client', 'session', 'day', 'note', 'section', 'tab'] as const;

interface Address {
  pathname: string;
  search: Record<string, unknown>;
}

/** Whether a navigation leaves a form: to another screen, or to another record of this one. */
export function leadsAway(current: Address, next: Address): boolean {
  return current.pathname !== next.pathname || ADDRESS.some((name) => current.search[name] !== next.search[name]);
}
