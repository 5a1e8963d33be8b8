import { type RefCallback, useCallback, useEffect, useRef } from 'react';

/** Returns what an element takes as its ref, for a file that is dropped onto it. */
export function useDroppedFile(take: (file: File) => void): RefCallback<HTMLElement> {
  const taking = useRef(take);
  useEffect(() => {
    taking.current = take;
  });
  return useCallback((element: HTMLElement | null) => {
    const control = new AbortController();
    const { signal } = control;
    // Otherwise the browser opens the file in place of the program.
    element?.addEventListener('dragover', (event) => event.preventDefault(), { signal });
    element?.addEventListener(
      'drop',
      (event) => {
        event.preventDefault();
        const [file] = event.dataTransfer?.files ?? [];
        if (file) taking.current(file);
      },
      { signal },
    );
    return () => control.abort();
  }, []);
}
