import { useQuery } from '@tanstack/react-query';
import { clientsLeft } from '#domain/clients/client-limit.ts';
import { counterText, hasLicence } from '#web/practice/clients/client-counter.ts';
import { clientCountQuery } from '#web/practice/clients/queries.ts';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { useNow } from '#web/ui/page/use-now.ts';

/** The counter and whether the limit is reached; `counter` is null until the count is loaded. */
export function useClientLimit(): { counter: string | null; reached: boolean } {
  const now = useNow();
  const { data: count } = useQuery(clientCountQuery('all'));
  const { data: archived } = useQuery(clientCountQuery('archived'));
  const profile = useProfile();
  if (count === undefined || archived === undefined) return { counter: null, reached: false };
  const licensed = hasLicence(profile, now);
  return { counter: counterText(count, archived, licensed), reached: clientsLeft(count, licensed) === 0 };
}
