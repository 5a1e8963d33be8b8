import { useEffect } from 'react';
import { toast } from '#web/ui/toast/toast.tsx';

/** A list that could not be read says so once in the corner, besides the place where it should have stood. */
export function useLoadFailure(failed: boolean, text: string): void {
  useEffect(() => {
    if (failed) toast.error(text);
  }, [failed, text]);
}
