import { useBlocker, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

interface StepBack {
  /** Back of the browser stays within the form. */
  within: boolean;
  /** A save is running: Back does nothing. */
  saving: () => boolean;
  /** A question is open, which is declined wherever Back would lead. */
  asking: boolean;
  /** The form is being left: its dialog closes by a step back of its own. */
  left: () => boolean;
  back: () => void;
}

/** Back of the browser closes the form's question, or leads from its second step to its first. Call it before the form's leave guard. */
export function useStepBack({ within, saving, asking, left, back }: StepBack): void {
  const { history } = useRouter();
  useEffect(() => {
    // Back from the first entry would unload the page, which no program can stop.
    if (within && !history.canGoBack()) history.push(history.location.href, { ...history.location.state, again: true });
  }, [within, history]);
  useBlocker({
    shouldBlockFn: ({ action, current, next }) => {
      if (action !== 'BACK' || left()) return false;
      if (saving()) return true;
      back();
      return asking || addressOf(current) !== addressOf(next);
    },
    enableBeforeUnload: false,
    disabled: !within,
  });
}

function addressOf({ pathname, search }: { pathname: string; search: object }): string {
  return JSON.stringify([pathname, search]);
}
