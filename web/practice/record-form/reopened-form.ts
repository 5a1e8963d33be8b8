import { useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

interface Wanted {
  /** The name of the form's drafts. */
  form: string;
  href: string;
}

/** The form that «Вернуться» opens again, once its screen is shown. */
let wanted: Wanted | null = null;
const listeners = new Set<() => void>();

export function reopenForm(next: Wanted | null): void {
  wanted = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For a screen whose address does not open its form: calls `open` on the way back to the form's draft. */
export function useReopenedForm(form: string, open: () => void): void {
  const href = useRouterState({ select: ({ location }) => location.href });
  const isWanted = useSyncExternalStore(subscribe, () => wanted?.form === form && wanted.href === href);
  const reopen = useEffectEvent(() => {
    reopenForm(null);
    open();
  });
  useEffect(() => {
    if (isWanted) reopen();
  }, [isWanted]);
}
