import { useRef, useState } from 'react';
import { toast } from '#web/ui/toast/toast.ts';

/**
 * One sending at a time: `send` runs the action unless one is still on its way, so that a double click saves once.
 * What failed before is no longer news then; the action tells of its own failure.
 */
export function useSending(): { sending: boolean; send: (action: () => Promise<void>) => void } {
  const running = useRef(false);
  const [sending, setSending] = useState(false);
  const send = (action: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setSending(true);
    toast.dismissErrors();
    void action().finally(() => {
      running.current = false;
      setSending(false);
    });
  };
  return { sending, send };
}
