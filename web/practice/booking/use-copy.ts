import { useEffect, useRef, useState } from 'react';

/** How long a copy button confirms the copy, in milliseconds. */
const SAID_FOR = 2000;

/** Copies a text; `copied` is true for two seconds after success, a failure calls `onFailure`. */
export function useCopy(onFailure: () => void): { copied: boolean; copy: (text: string) => Promise<void> } {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async (text: string) => {
    try {
      // Without https there is no clipboard, and this throws.
      await navigator.clipboard.writeText(text);
    } catch {
      onFailure();
      return;
    }
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), SAID_FOR);
  };
  return { copied, copy };
}
