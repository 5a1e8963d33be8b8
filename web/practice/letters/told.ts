import { queryOptions } from '@tanstack/react-query';
import { pb } from '#web/ground/api/client.ts';

/** As many as one call says. */
const AT_ONCE = 200;

/** The sessions among these of which their clients may know, also by the letter of a series or by their own page. */
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
