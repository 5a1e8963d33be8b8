import { useEffect } from 'react';
import { toast } from '#web/ui/toast/toast.ts';

/** A list that cannot be read says so in the corner too, until it is read or left. `failed` is false where old data is shown. */
export function useLoadFailure(failed: boolean, text: string): void {
  useEffect(() => {
    if (!failed) return;
    const id = toast.error(text);
    return () => toast.dismiss(id);
  }, [failed, text]);
}
