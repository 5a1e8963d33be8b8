import { useQuery } from '@tanstack/react-query';
import { clientsLeft } from '#domain/clients/client-limit.ts';
import { counterText, hasLicence } from '#web/clients/client-counter.ts';
import { clientCountQuery } from '#web/clients/queries.ts';
import { profileQuery } from '#web/practice/queries.ts';
import { useNow } from '#web/ui/page/use-now.ts';

/** The counter and whether one more client may be added; neither is said before both halves are known. */
export function useClientLimit(): { counter: string | null; reached: boolean } {
  const now = useNow();
  const { data: count } = useQuery(clientCountQuery());
  const { data: profile } = useQuery(profileQuery());
  if (count === undefined || !profile) return { counter: null, reached: false };
  const licensed = hasLicence(profile, now);
  return { counter: counterText(count, licensed), reached: clientsLeft(count, licensed) === 0 };
}
