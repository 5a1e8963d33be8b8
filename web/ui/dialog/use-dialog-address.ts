import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** This history entry duplicates the one before it, for a form whose Back leads to its first step. */
    again?: boolean;
    /** The previous entry is the screen that opened the dialog: closing goes back to it. */
    opener?: boolean;
  }
}

/** The search parameters of dialogs with an address: ?client=…, ?session=… and ?day=… */
type DialogName = 'client' | 'session' | 'day';

/** The record whose dialog is open. It can be linked to, and Back closes it. */
export function useDialogAddress(name: DialogName): {
  id: string | null;
  /** With `write`, a session opens on its texts, as one that took place. */
  open: (id: string, write?: boolean) => void;
  close: () => void;
} {
  const named = useSearch({ strict: false, select: (search) => search[name] ?? null });
  const navigate = useNavigate();
  const router = useRouter();
  const { history } = router;
  const openedHere = useRef(false);
  /**
   * True from the change of the address until the router has rendered it; a record opened meanwhile starts with false.
   */
  const [closing, setClosing] = useState(false);
  const id = closing ? null : named;
  /** A ref, so that an outdated `close` does not close a dialog that is already closed. */
  const current = useRef(id);

  useLayoutEffect(() => {
    current.current = id;
  }, [id]);
  useEffect(() => router.subscribe('onResolved', () => setClosing(false)), [router]);

  const open = useCallback(
    (record: string, write = false) => {
      openedHere.current = true;
      // Keeps the history state, which contains the search text of the screen behind the dialog.
      void navigate({
        to: '.',
        search: (before) => ({ ...before, [name]: record, write: write ? '1' : '' }),
        state: (before) => ({ ...before, again: false, opener: false }),
        resetScroll: false,
      });
    },
    [name, navigate],
  );
  const close = () => {
    // A second Esc before Back has taken effect must not go back twice.
    if (current.current === null) return;
    const shown = current.current;
    current.current = null;
    const before = history.location;
    const leadsBack = openedHere.current || before.state.opener === true;
    // If the entry duplicates the one before it, leaving only this one would let Back open the dialog again.
    let repeats = !leadsBack && before.state.again === true;
    openedHere.current = false;
    const leaveAddress = () =>
      void navigate({
        to: '.',
        search: (search) => ({ ...search, [name]: '', write: '' }),
        state: (state) => ({ ...state, again: false, opener: false }),
        replace: true,
        resetScroll: false,
      });
    const stop = history.subscribe(() => {
      const { location } = history;
      if (!new URLSearchParams(location.search).get(name)) setClosing(true);
      else if (repeats && location !== before) {
        repeats = false;
        return leaveAddress();
      } else current.current = shown; // A form refused the step back.
      stop();
    });
    if (leadsBack || repeats) history.back();
    else leaveAddress();
  };
  return { id, open, close };
}
