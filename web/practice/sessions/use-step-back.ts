import { useBlocker, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

interface StepBack {
  /** Back of the browser stays within the form. */
  within: boolean;
  /** A save is running: Back does nothing. */
  saving: () => boolean;
  /** Declines the open question of the form, if any. */
  decline: (() => void) | null;
  /** The form is being left: its dialog closes by a step back of its own. */
  left: () => boolean;
  back: () => void;
}

/** Back of the browser leads from the form's second step to its first. Call it before the form's leave guard. */
export function useStepBack({ within, saving, decline, left, back }: StepBack): void {
  const { history } = useRouter();
  const stops = within || decline !== null;
  useEffect(() => {
    // Back from the first entry would unload the page, which no program can stop.
    if (stops && !history.canGoBack()) history.push(history.location.href, { ...history.location.state, again: true });
  }, [stops, history]);
  useBlocker({
    shouldBlockFn: ({ action, current, next }) => {
      if (action !== 'BACK' || left()) return false;
      if (saving()) return true;
      if (decline) {
        decline();
        return true;
      }
      back();
      return addressOf(current) !== addressOf(next);
    },
    enableBeforeUnload: false,
    disabled: !stops,
  });
}

function addressOf({ pathname, search }: { pathname: string; search: object }): string {
  return JSON.stringify([pathname, search]);
}
