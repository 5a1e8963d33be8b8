import { type ReactNode, useEffect, useRef, useState } from 'react';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';

interface NewsBoxProps {
  kind: 'warning' | 'overlap' | 'error';
  title: string;
  text: string;
  /** Possible actions. */
  children?: ReactNode;
  className?: string | undefined;
}

/**
 * Reports above the form what has happened meanwhile. It takes the focus and scrolls into view; its text is its
 * accessible name, because screen readers read only the name of what receives the focus. While the visitor is typing it
 * is an alert instead.
 */
export function NewsBox({ kind, title, text, children, className }: NewsBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  const [typing] = useState(isTyping);
  useEffect(() => {
    if (typing) return;
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'start' });
  }, [typing]);
  return (
    <div
      ref={box}
      role={typing ? 'alert' : 'group'}
      aria-label={`${title} ${text}`}
      tabIndex={-1}
      className={className}
    >
      <InlineBox kind={kind} title={title} announce={false}>
        {text}
        {children}
      </InlineBox>
    </div>
  );
}

function isTyping(): boolean {
  const { activeElement } = document;
  return activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement;
}
