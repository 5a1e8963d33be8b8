import { queryOptions, useQuery } from '@tanstack/react-query';
import { pb } from '#web/ground/api/client.ts';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';

/** Whether there is any payment, or any price of a client or session. */
export function moneyUsedQuery() {
  const isAny = async (collection: string, filter: string, signal: AbortSignal): Promise<boolean> => {
    const options = { filter, fields: 'id', skipTotal: true, signal };
    return (await pb.collection(collection).getList(1, 1, options)).items.length > 0;
  };
  return queryOptions({
    queryKey: ['money', 'used'],
    queryFn: async ({ signal }) => {
      const found = await Promise.all([
        isAny('payments', '', signal),
        isAny('clients', 'price != null', signal),
        isAny('sessions', 'price != null', signal),
      ]);
      return found.includes(true);
    },
  });
}

/**
 * Whether the practitioner uses money; if not, nothing about it is shown (MONEY-01). Undefined until known; known at
 * once if the practitioner has a usual price, or with `holds`: the caller has seen a price or a way of paying.
 */
export function useMoneyUsed(holds: boolean): boolean | undefined {
  const known = useProfile().price !== null || holds;
  const { data, isError } = useQuery({ ...moneyUsedQuery(), enabled: !known });
  return known || (data ?? (isError ? false : undefined));
}
