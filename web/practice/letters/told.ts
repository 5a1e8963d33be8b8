import { queryOptions } from '@tanstack/react-query';
import { pb } from '#web/ground/api/client.ts';

/** The limit of one request. */
const AT_ONCE = 200;

/**
 * Those of the given sessions whose clients have been notified of them, also by the letter of a series or on their own
 * page.
 */
export function toldQuery(sessions: readonly string[]) {
  return queryOptions({
    queryKey: ['letters', 'told', sessions.join()],
    queryFn: async ({ signal }) => {
      const told: string[] = [];
      for (let at = 0; at < sessions.length; at += AT_ONCE) {
        const query = { ids: sessions.slice(at, at + AT_ONCE).join() };
        told.push(...(await pb.send<{ told: string[] }>('/api/letters/told', { query, signal })).told);
      }
      return told;
    },
  });
}
