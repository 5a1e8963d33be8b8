import type { QueryClient } from '@tanstack/react-query';
import { startRealtime } from '#web/api/realtime.ts';
import { currentSession, onSessionEnd, subscribe } from '#web/api/session.ts';
import type { SessionEnd } from '#web/api/session.ts';
import type { AppRouter } from '#web/router.tsx';

/**
 * What happens around a session: somebody signed in is listened for, one who leaves goes to '/', one whose session was
 * lost goes to sign-in (AUTH-06), and nothing that was read stays behind for the next person at this computer.
 */
export function followSession(router: AppRouter, queryClient: QueryClient): void {
  let user = '';
  let stopRealtime: (() => void) | null = null;

  const forget = () => {
    stopRealtime?.();
    stopRealtime = null;
    queryClient.clear();
  };

  const leave = async (end: SessionEnd) => {
    stopRealtime?.();
    await queryClient.cancelQueries();
    await router.navigate({ to: end === 'left' ? '/' : '/auth', replace: end === 'lost' });
    forget();
  };

  subscribe(() => {
    const session = currentSession();
    const next = session.status === 'user' ? session.user.id : '';
    if (next === user) return;
    if (user && next) forget();
    user = next;
    if (!next) return;
    stopRealtime = startRealtime(queryClient);
    // Signed in from another tab while this one still asks for the password.
    if (router.state.location.pathname === '/auth') void router.navigate({ to: '/', replace: true });
  });

  onSessionEnd((end) => void leave(end));
}
