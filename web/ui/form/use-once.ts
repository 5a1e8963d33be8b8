import type { UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * Starts a mutation unless it is still on its way. `isPending` is drawn with the next paint, which a double click
 * outruns.
 */
export function useOnce<Variables>(
  mutation: Pick<UseMutationResult<unknown, unknown, Variables>, 'mutate'>,
): (variables: Variables) => void {
  const running = useRef(false);
  return (variables) => {
    if (running.current) return;
    running.current = true;
    mutation.mutate(variables, {
      onSettled: () => {
        running.current = false;
      },
    });
  };
}
