import { queryOptions } from '@tanstack/react-query';
import type { SignInList } from '#domain/accounts/sign-in.ts';
import { pb } from '#web/ground/api/client.ts';
import { ownId } from '#web/ground/api/session.ts';

/** The signed-in devices, this one first. */
export function signInsQuery() {
  const user = ownId();
  return queryOptions({
    queryKey: ['sign-ins', user],
    queryFn: async ({ signal }) => {
      const { items } = await pb.send<SignInList>('/api/sign-ins', { signal });
      return items.toSorted((a, b) => Number(b.current) - Number(a.current));
    },
  });
}
