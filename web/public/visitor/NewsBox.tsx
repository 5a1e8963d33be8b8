import { type ReactNode, useEffect, useRef, useState } from 'react';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';

interface NewsBoxProps {
  kind: 'warning' | 'overlap' | 'error';
  title: string;
  text: string;
  /** What can be done about it. */
  children?: ReactNode;
  className?: string | undefined;
}

/**
 * What has happened meanwhile, above the form. It comes into sight with the focus, and its words are the name of what
 * has the focus then, because readers say no more than that. Where the visitor is typing it is an alert instead.
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
