import { useEffect } from 'react';
import { toast } from '#web/ui/toast/toast.ts';

/** Notifies of a list that failed to load; its card stays. `failed` is false while old data is shown. */
export function useLoadFailure(failed: boolean, text: string): void {
  useEffect(() => {
    if (!failed) return;
    const id = toast.briefError(text);
    return () => toast.dismiss(id);
  }, [failed, text]);
}
