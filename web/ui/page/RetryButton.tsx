import { Button, type ButtonProps } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';

interface RetryButtonProps extends ButtonProps {
  onRetry: () => void;
}

/**
 * Retries a failed load. The loading state replaces the button, which would drop the focus: until then the screen or
 * dialog takes it, and returns it to the button if the next attempt fails.
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
