import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useLayoutEffect, useRef } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry repeats the one before it, for a form whose Back leads to its first step. */
    again?: boolean;
  }
}

/** Dialogs with an address of their own: ?client=…, ?session=… and ?day=… */
type DialogName = 'client' | 'session' | 'day';

/** The record whose dialog is open. It can be linked to, and Back closes it. */
export function useDialogAddress(name: DialogName): {
  id: string | null;
  /** With `write`, a session opens on its texts, as one that took place. */
  open: (id: string, write?: boolean) => void;
  close: () => void;
} {
  const id = useSearch({ strict: false, select: (search) => search[name] ?? null });
  const navigate = useNavigate();
  const { history } = useRouter();
  const openedHere = useRef(false);
  const closing = useRef(false);
  /** An outdated `close` must not close a dialog that is already closed. */
  const current = useRef(id);

  useLayoutEffect(() => {
    current.current = id;
    if (id === null) closing.current = false;
  }, [id]);

  const open = useCallback(
    (record: string, write = false) => {
      openedHere.current = true;
      // Keeps the history state with the search text of the screen behind the dialog.
      void navigate({
        to: '.',
        search: (before) => ({ ...before, [name]: record, write: write ? '1' : '' }),
        state: (before) => ({ ...before, again: false }),
        resetScroll: false,
      });
    },
    [name, navigate],
  );
  const close = () => {
    // A second Esc before Back has taken effect must not go back another step.
    if (current.current === null || closing.current) return;
    closing.current = true;
    const leaveAddress = () =>
      void navigate({
        to: '.',
        search: (before) => ({ ...before, [name]: '', write: '' }),
        state: (before) => ({ ...before, again: false }),
        replace: true,
        resetScroll: false,
      });
    if (openedHere.current) history.back();
    else if (history.location.state.again) {
      // Otherwise Back from the screen would open the dialog once more.
      const stop = history.subscribe(() => {
        stop();
        leaveAddress();
      });
      history.back();
    } else leaveAddress();
    openedHere.current = false;
  };
  return { id, open, close };
}
