import { useEffect, useRef, useState } from 'react';
import { copyText } from '#web/ui/dialog/copy-text.tsx';

/** How long a copy button confirms the copy, in milliseconds. */
const SAID_FOR = 2000;

/**
 * Returns `copy`, which resolves to whether it copied the text, and `copied`, which is true for two seconds after a
 * success; `failed` is the title of the dialog shown otherwise.
 */
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
