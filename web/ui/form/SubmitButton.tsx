import { Button } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import { useEffect, useRef } from 'react';
import classes from '#web/ui/form/SubmitButton.module.css';

interface SubmitButtonProps extends Omit<ButtonProps, 'children' | 'loading'> {
  children: string;
  pending: boolean;
  /** The text while pending; the button keeps the width of the longer text. */
  pendingText?: string;
  /** The id of the form, for a button outside it. */
  form?: string;
}

/** Submits its form. While pending it is disabled and shows that; afterwards it gets its focus back. */
export function SubmitButton({ children, pending, pendingText = children, disabled, ...props }: SubmitButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const wasPending = useRef(false);
  useEffect(() => {
    if (wasPending.current && !pending && document.activeElement === document.body) button.current?.focus();
    wasPending.current = pending;
  }, [pending]);
  const widest = pendingText.length > children.length ? pendingText : children;
  return (
    <Button ref={button} type="submit" disabled={disabled || pending} aria-busy={pending || undefined} {...props}>
      <span className={classes.words} data-widest={widest}>
        {pending ? pendingText : children}
      </span>
    </Button>
  );
}
