import { lazyRouteComponent, redirect, stringifySearchWith } from '@tanstack/react-router';
import { currentSession } from '#web/ground/api/session.ts';
import { fetchScreen } from '#web/ground/parts/fetch-part.ts';

type Search = Record<string, unknown>;

/** Search parameters are plain texts; missing or empty ones are left out of the address. */
export function texts<Name extends string>(...names: Name[]) {
  return (search: Search): { [Key in Name]?: string } => {
    const found: { [Key in Name]?: string } = {};
    for (const name of names) {
      const value = search[name];
      if (typeof value === 'string' && value) found[name] = value;
    }
    return found;
  };
}

const printSearch = stringifySearchWith(String);

export function printFilledSearch(search: Search): string {
  return printSearch(Object.fromEntries(Object.entries(search).filter(([, value]) => value)));
}

/** A screen whose code loads on demand. */
export const screen: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => fetchScreen(load), name);

export function signedIn(): boolean {
  return currentSession().status === 'user';
}

/** The addresses that letters to the practitioner link to. */
const LETTERS_LEAD_TO = /^\/dashboard\/(?:sessions\?session|online-booking\?request)=/;

/** Redirects guests to sign-in, after which the link of a letter continues to its session or request (NEWS-02). */
export function onlySignedIn(href = ''): void {
  if (signedIn()) return;
  const state = LETTERS_LEAD_TO.test(href) ? { meant: href } : {};
  redirect({ to: '/auth', replace: true, state, throw: true });
}
