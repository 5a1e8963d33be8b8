import { queryOptions, useQuery } from '@tanstack/react-query';
import { pb } from '#web/ground/api/client.ts';
import { filled } from '#web/ground/api/filter.ts';
import { letterAddress, type LetterReader } from '#web/practice/letters/letter-address.ts';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';

function readersQuery(clients: readonly string[]) {
  const ids = [...new Set(clients)].toSorted();
  return queryOptions({
    queryKey: ['clients', 'readers', ids.join()],
    queryFn: ({ signal }) =>
      pb.collection('clients').getFullList<LetterReader>({
        filter: ids.map((id) => filled('id = {:id}', { id })).join(' || '),
        fields: 'email,reminders',
        signal,
      }),
  });
}

/** Returns the addresses for letters to these clients, without clients who get none; empty while they are loading. */
export function useLetterAddresses(clients: readonly string[]): readonly string[] {
  const { client_letters } = useProfile();
  const { data = [] } = useQuery({ ...readersQuery(clients), enabled: client_letters && clients.length > 0 });
  return data.map((reader) => letterAddress(reader, client_letters)).filter(Boolean);
}
