import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { RegistrationAnswer } from '#domain/accounts/registration-mode.ts';
import { AUTH_TEXT } from '#web/accounts/account-texts.ts';
import { RegistrationForm } from '#web/accounts/RegistrationForm.tsx';
import { pb } from '#web/api/client.ts';
import { InlineBox } from '#web/ui/base/InlineBox.tsx';

/** The form, or why there is none; a server that does not say lets it be tried. */
export function Registration(form: ComponentProps<typeof RegistrationForm>) {
  const { data, isPending } = useQuery({
    queryKey: ['registration'],
    queryFn: ({ signal }) => pb.send<RegistrationAnswer>('/api/registration', { signal }),
    // Typed text is never replaced by what is asked again.
    staleTime: Infinity,
    retry: false,
  });
  const mode = isPending ? null : (data?.registration ?? 'open');
  if (mode === 'closed') return <InlineBox kind="info">{AUTH_TEXT.closed}</InlineBox>;
  if (mode === 'invite' && form.invite === '') return <InlineBox kind="info">{AUTH_TEXT.byInvitation}</InlineBox>;
  return mode === null ? null : <RegistrationForm {...form} />;
}
