import type { UseMutationResult } from '@tanstack/react-query';
import { toast } from '#web/ui/toast/toast.ts';

const running = new WeakSet<object>();

/**
 * Starts a mutation unless it is under way: a double click comes before React renders `isPending`. The failure of the
 * attempt before is no longer news.
 */
export function submitOnce<Variables>(
  { mutateAsync }: Pick<UseMutationResult<unknown, unknown, Variables>, 'mutateAsync'>,
  variables: Variables,
): void {
  if (running.has(mutateAsync)) return;
  running.add(mutateAsync);
  toast.dismissErrors();
  // The mutation's own onError shows why it failed.
  mutateAsync(variables)
    .catch(() => undefined)
    .finally(() => running.delete(mutateAsync));
}
