import { Button, type ButtonProps } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';

interface RetryButtonProps extends ButtonProps {
  onRetry: () => void;
}

/**
 * Loads again what failed to load. The loading state replaces the button, which would drop the focus: its screen or
 * dialog takes it, and gives it to the button of the next failure.
 */
export function RetryButton({ onRetry, ...look }: RetryButtonProps) {
  const ref = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const button = ref.current;
    const place = button?.closest<HTMLElement>('[role="dialog"], main');
    if (document.activeElement === place) button?.focus();
    return () => {
      if (document.activeElement === button) place?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <Button variant="default" {...look} ref={ref} onClick={onRetry}>
      Повторить
    </Button>
  );
}
