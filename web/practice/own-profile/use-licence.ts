import { useQuery } from '@tanstack/react-query';
import { licenceNotice, type LicenceNotice, type LicenceOffer } from '#domain/profiles/licence.ts';
import { readInstant } from '#domain/time/instant.ts';
import { pb } from '#web/ground/api/client.ts';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { useNow } from '#web/ui/page/use-now.ts';

/** That the licence has ended, or will within 30 days; null otherwise. */
export function useLicenceNotice(): LicenceNotice | null {
  const { license_status: status, license_expires_at: end } = useProfile();
  return licenceNotice({ status, expiresAt: readInstant(end) }, useNow());
}

/** What a licence costs and where it is bought, as far as the operator says so. */
export function useLicenceOffer(): LicenceOffer {
  const { data } = useQuery({
    queryKey: ['licence-offer'],
    queryFn: ({ signal }) => pb.send<LicenceOffer>('/api/licence-offer', { signal }),
    staleTime: Infinity,
    retry: false,
  });
  return data ?? { price: null, url: null };
}
