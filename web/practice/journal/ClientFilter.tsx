import { getRouteApi } from '@tanstack/react-router';
import { ClientChoice } from '#web/practice/client-choice/ClientChoice.tsx';

const route = getRouteApi('/dashboard/profile/journal');

export function ClientFilter(props: { client: string }) {
  const navigate = route.useNavigate();
  return (
    <ClientChoice
      {...props}
      everybody
      onChoose={(client) => void navigate({ search: (before) => ({ ...before, client }), replace: true })}
    />
  );
}
