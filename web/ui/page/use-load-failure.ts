import { useEffect } from 'react';
import { toast } from '#web/ui/toast/toast.ts';

/** Shows a toast while a list fails to load, until it is loaded or left. `failed` is false while old data is shown. */
export function useLoadFailure(failed: boolean, text: string): void {
  useEffect(() => {
    if (!failed) return;
    const id = toast.error(text);
    return () => toast.dismiss(id);
  }, [failed, text]);
}
