import { useEffect, useRef, useState } from 'react';
import { copyText } from '#web/ui/dialog/copy-text.tsx';

/** How long a copy button confirms the copy, in milliseconds. */
const SAID_FOR = 2000;

/** Copies a text and resolves to whether it did; `copied` is true for two seconds after success, `failed` says what it was otherwise. */
export function useCopy(failed: string): { copied: boolean; copy: (text: string) => Promise<boolean> } {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async (text: string) => {
    if (!(await copyText(text, failed))) return false;
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), SAID_FOR);
    return true;
  };
  return { copied, copy };
}
