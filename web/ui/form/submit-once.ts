import type { UseMutationResult } from '@tanstack/react-query';
import { toast } from '#web/ui/toast/toast.ts';

const running = new WeakSet<object>();

/**
 * Starts a mutation unless one is running: a double click arrives before React renders `isPending`. Dismisses the error
 * of the previous attempt.
 */
export function submitOnce<Variables>(
  { mutateAsync }: Pick<UseMutationResult<unknown, unknown, Variables>, 'mutateAsync'>,
  variables: Variables,
): void {
  if (running.has(mutateAsync)) return;
  running.add(mutateAsync);
  toast.dismissErrors();
  // The mutation's own onError shows the failure.
  mutateAsync(variables)
    .catch(() => undefined)
    .finally(() => running.delete(mutateAsync));
}
