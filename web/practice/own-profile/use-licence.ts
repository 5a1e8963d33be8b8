import { useQuery } from '@tanstack/react-query';
import { licenceNotice, type LicenceNotice, type LicenceOffer } from '#domain/profiles/licence.ts';
import { readInstant } from '#domain/time/instant.ts';
import { pb } from '#web/ground/api/client.ts';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { useNow } from '#web/ui/page/use-now.ts';

/** Whether the licence has ended or ends within 30 days; null otherwise. */
export function useLicenceNotice(): LicenceNotice | null {
  const { license_status: status, license_expires_at: end } = useProfile();
  return licenceNotice({ status, expiresAt: readInstant(end) }, useNow());
}

/** The price of a licence and where to buy it, as far as the operator has set them. */
export function useLicenceOffer(): LicenceOffer {
  const { data } = useQuery({
    queryKey: ['licence-offer'],
    queryFn: ({ signal }) => pb.send<LicenceOffer>('/api/licence-offer', { signal }),
    staleTime: Infinity,
    retry: false,
  });
  return data ?? { price: null, url: null };
}
