import { useQuery } from '@tanstack/react-query';
import type { RegistrationAnswer, RegistrationMode } from '#domain/accounts/registration-mode.ts';
import { pb } from '#web/ground/api/client.ts';

/** Returns who may register, null until the server has said so; one that does not say lets it be tried. */
export function useRegistrationMode(isAsked: boolean): RegistrationMode | null {
  const { data, isPending } = useQuery({
    queryKey: ['registration'],
    queryFn: ({ signal }) => pb.send<RegistrationAnswer>('/api/registration', { signal }),
    enabled: isAsked,
    // Typed text is never replaced by what is asked again.
    staleTime: Infinity,
    retry: false,
  });
  return isPending ? null : (data?.registration ?? 'open');
}
