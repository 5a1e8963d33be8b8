import { QueryClient } from '@tanstack/react-query';
import { isRefusal } from '#web/ground/api/errors.ts';

/**
 * Keys begin with the collection they are read from (`['clients', …]`), which is what realtime invalidates. Requests
 * are sent even while the browser reports being offline: it is often wrong, and a visible failure beats a silent wait.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 30_000,
      refetchOnReconnect: true,
      refetchOnWindowFocus: true,
      retry: (failures, error) => failures < 1 && !isRefusal(error),
      retryDelay: 600,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** Retries all failed queries of the screen: a counter in its corner fails along with its list. */
export function refetchFailed(): void {
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
}
