import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useLayoutEffect, useRef } from 'react';

/** The dialogs that have an address of their own: ?client=…, ?session=… and ?day=… */
type DialogName = 'client' | 'session' | 'day';

/** Which record's dialog is open. It can be linked to, and the browser's way back closes it. */
export function useDialogAddress(name: DialogName): {
  id: string | null;
  open: (id: string) => void;
  close: () => void;
} {
  const id = useSearch({ strict: false, select: (search) => search[name] ?? null });
  const navigate = useNavigate();
  const { history } = useRouter();
  const openedHere = useRef(false);
  const closing = useRef(false);
  /** Whoever holds a `close` of before must not close what is closed. */
  const current = useRef(id);

  useLayoutEffect(() => {
    current.current = id;
    if (id === null) closing.current = false;
  }, [id]);

  const open = useCallback(
    (record: string) => {
      openedHere.current = true;
      // What stands in the search field behind the dialog comes along.
      void navigate({ to: '.', search: (before) => ({ ...before, [name]: record }), state: true, resetScroll: false });
    },
    [name, navigate],
  );
  const close = () => {
    // A second Esc before the way back has arrived must not lead a step further.
    if (current.current === null || closing.current) return;
    closing.current = true;
    if (openedHere.current) history.back();
    else
      void navigate({
        to: '.',
        search: (before) => ({ ...before, [name]: '' }),
        state: true,
        replace: true,
        resetScroll: false,
      });
    openedHere.current = false;
  };
  return { id, open, close };
}
