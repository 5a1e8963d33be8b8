import type { QueryClient } from '@tanstack/react-query';
import { startIdleWatch } from '#web/api/idle.ts';
import { onRecordChange, startRealtime } from '#web/api/realtime.ts';
import { currentSession, loseIdleSession, onSessionEnd, renameUser, subscribe, tellUse } from '#web/api/session.ts';
import type { SessionEnd } from '#web/api/session.ts';
import type { AppRouter } from '#web/router.tsx';
import { toast } from '#web/ui/toast/toast.ts';
import { forgetSearches } from '#web/ui/page/kept-search.ts';

/** Where a new session of a client is planned, and what is said there to somebody who is signed out (SESSION-09). */
const PLANNING = /^\/dashboard\/sessions\/new\/[^/]+$/;
const SIGN_IN_TO_PLAN = 'Пожалуйста, войдите в систему для создания сессии';

/**
 * What happens around a session: somebody signed in is listened for, one who leaves goes to '/', one whose session was
 * lost goes to sign-in (AUTH-06) or, from a session in the making, to '/', and nothing that was read stays behind for
 * the next person at this computer.
 */
export function followSession(router: AppRouter, queryClient: QueryClient): void {
  let user = '';
  let signIn = '';
  let stopRealtime: (() => void) | null = null;
  let stopIdleWatch: (() => void) | null = null;

  const forget = () => {
    stopRealtime?.();
    stopRealtime = null;
    queryClient.clear();
    forgetSearches();
  };

  const leave = async (end: SessionEnd) => {
    stopRealtime?.();
    const wasPlanning = end === 'lost' && PLANNING.test(router.state.location.pathname);
    await queryClient.cancelQueries();
    await router.navigate({
      to: end === 'left' || wasPlanning ? '/' : '/auth',
      replace: end === 'lost',
      ignoreBlocker: true,
    });
    if (wasPlanning) toast.error(SIGN_IN_TO_PLAN);
    forget();
  };

  subscribe(() => {
    const session = currentSession();
    const next = session.status === 'user' ? session : { user: { id: '', idleSignOut: false }, signIn: '' };
    if (next.user.idleSignOut) stopIdleWatch ??= startIdleWatch({ end: loseIdleSession, tellUse });
    else {
      stopIdleWatch?.();
      stopIdleWatch = null;
    }
    if (next.signIn === signIn) return;
    const replaced = user !== '' && next.user.id === user;
    if (replaced) stopRealtime?.();
    else if (user && next.user.id) {
      // Somebody else signed in from another tab: what the former had on the screen goes too.
      forget();
      void router.navigate({ to: '/', replace: true, ignoreBlocker: true });
    }
    user = next.user.id;
    signIn = next.signIn;
    if (!user) return;
    stopRealtime = startRealtime(queryClient);
    // What was read while the old sign-in had ended already was answered as to a guest.
    if (replaced) void queryClient.invalidateQueries();
    // Signed in from another tab while this one still asks for the password.
    if (router.state.location.pathname === '/auth') void router.navigate({ to: '/', replace: true });
  });

  onSessionEnd((end) => void leave(end));
  onRecordChange(({ collection, record }) => {
    if (collection === 'profiles' && typeof record['name'] === 'string') renameUser(record['name']);
  });
}
