import { useRef, useState } from 'react';

/**
 * One sending at a time: `send` runs the action unless one is still on its way, so that a double click saves once.
 * The action tells of its own failure.
 */
export function useSending(): { sending: boolean; send: (action: () => Promise<void>) => void } {
  const running = useRef(false);
  const [sending, setSending] = useState(false);
  const send = (action: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setSending(true);
    void action().finally(() => {
      running.current = false;
      setSending(false);
    });
  };
  return { sending, send };
}
