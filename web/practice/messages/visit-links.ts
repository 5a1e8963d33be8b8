import { queryOptions } from '@tanstack/react-query';
import { pb } from '#web/ground/api/client.ts';

/** Creates another link with which the client opens the session. */
export async function makeVisitLink(id: string, signal: AbortSignal): Promise<string> {
  return (await pb.send<{ url: string }>(`/api/sessions/${id}/visit-link`, { method: 'POST', signal })).url;
}

/** Revokes all links to a session. */
export async function revokeVisitLink(id: string): Promise<void> {
  await pb.send(`/api/sessions/${id}/visit-link`, { method: 'DELETE' });
}

/** Whether a link to the session exists: copied by hand, in a message or in a letter. */
export function opensByLinkQuery(id: string) {
  return queryOptions({
    queryKey: ['visit-link', id, 'opens'],
    queryFn: async ({ signal }) =>
      (await pb.send<{ opens: boolean }>(`/api/sessions/${id}/visit-link`, { signal })).opens,
    staleTime: 0,
  });
}
