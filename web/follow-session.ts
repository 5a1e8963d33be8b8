import type { QueryClient } from '@tanstack/react-query';
import { untilServed } from '#web/ground/api/connection.ts';
import { startIdleWatch } from '#web/ground/api/idle.ts';
import { dropStartedLists, startPosition } from '#web/ground/api/lists.ts';
import { idleMinutes, onLockAfter } from '#web/ground/api/lock.ts';
import { EVERYTHING, readAgain } from '#web/ground/api/read-again.ts';
import { onRecordChange } from '#web/ground/api/record-changes.ts';
import { reloadPage } from '#web/ground/api/reload.ts';
import {
  currentSession,
  lockSession,
  onSessionEnd,
  renameUser,
  type SessionEnd,
  subscribe,
  reportActivity,
} from '#web/ground/api/session.ts';
import type { AppRouter } from '#web/router.tsx';
import { toast } from '#web/ui/toast/toast.ts';
import { forgetSearches } from '#web/ui/page/kept-search.ts';
import { fetchAhead } from '#web/ground/parts/fetch-ahead.ts';
import { fetchPart } from '#web/ground/parts/fetch-part.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address to which this person returns after unlocking. */
    back?: { user: string; email: string; href: string };
    /** The address of a letter's link that was opened without a sign-in. */
    meant?: string;
  }
}

/** The page of a new session, and the message there after the session is lost (SESSION-09). */
const PLANNING = /^\/dashboard\/sessions\/new\/[^/]+$/;
const SIGN_IN_TO_PLAN = 'Пожалуйста, войдите в систему для создания сессии';

/**
 * Connects the session to the app: realtime and the idle watch run while a person is signed in. Signing out leads to
 * '/', a lost session to sign-in (AUTH-06) or, from a new session, to '/', a locked one to sign-in and back; cached data
 * is deleted for the next person at this computer.
 */
export function followSession(router: AppRouter, queryClient: QueryClient): void {
  let user = '';
  let last = { user: '', email: '' };
  let signIn = '';
  let stopRealtime: (() => void) | null = null;
  let idle: { minutes: number; stop: () => void } | null = null;

  const watchIdle = () => {
    const session = currentSession();
    const minutes = session.status === 'user' ? idleMinutes(session.user.idleSignOut) : null;
    if (minutes === (idle?.minutes ?? null)) return;
    idle?.stop();
    idle = minutes === null ? null : { minutes, stop: startIdleWatch({ minutes, end: lockSession, reportActivity }) };
  };

  const forget = () => {
    stopRealtime?.();
    stopRealtime = null;
    queryClient.clear();
    dropStartedLists();
    forgetSearches();
  };

  const leave = async (end: Exclude<SessionEnd, 'locked'>) => {
    stopRealtime?.();
    const { pathname } = router.state.location;
    const wasPlanning = end === 'lost' && PLANNING.test(pathname);
    await queryClient.cancelQueries();
    await router.navigate({
      to: end === 'left' || wasPlanning ? '/' : '/auth',
      replace: end !== 'left',
      ignoreBlocker: true,
    });
    if (wasPlanning) toast.error(SIGN_IN_TO_PLAN);
    forget();
  };

  /** The screen is already empty; reloading the page clears what the program still has in memory. */
  const lock = async () => {
    const { href, pathname } = router.state.location;
    const state = pathname.startsWith('/dashboard') ? { back: { ...last, href } } : {};
    router.history.replace('/auth', state, { ignoreBlocker: true });
    await queryClient.cancelQueries();
    forget();
    // Without a server the reload would show the browser's own error page.
    await untilServed();
    reloadPage();
  };

  subscribe(() => {
    const session = currentSession();
    const next = session.status === 'user' ? session : { user: { id: '', email: '' }, signIn: '' };
    watchIdle();
    if (next.signIn === signIn) return;
    const replaced = user !== '' && next.user.id === user;
    if (replaced) stopRealtime?.();
    else if (user && next.user.id) {
      // Another person has signed in from another tab: the previous person's data must disappear from the screen.
      forget();
      void router.navigate({ to: '/', replace: true, ignoreBlocker: true });
    }
    user = next.user.id;
    signIn = next.signIn;
    if (!user) return;
    last = { user, email: next.user.email };
    stopRealtime = startRealtime(user, signIn);
    // Requests between the end of the old sign-in and the new one were answered for a guest.
    if (replaced) void readAgain([EVERYTHING]);
    // A sign-in from another tab makes the form here obsolete.
    const { pathname, state } = router.state.location;
    if (pathname !== '/auth') return;
    if (state.back?.user === user) router.history.replace(state.back.href);
    else if (state.meant) router.history.replace(state.meant);
    else void router.navigate({ to: '/', replace: true });
  });

  onLockAfter(watchIdle);
  onSessionEnd((end) => void (end === 'locked' ? lock() : leave(end)));
  onRecordChange(({ collection, record }) => {
    if (collection === 'profiles' && typeof record['name'] === 'string') renameUser(record['name']);
  });
}

/**
 * Subscribes while a person is signed in; returns the function that ends it. The code of the stream loads after the
 * first screen: the position that came with the screen's lists shows whether anything changed in between, and then
 * everything is refetched.
 */
function startRealtime(user: string, signIn: string): () => void {
  const followed = { user, signIn, position: startPosition() };
  let stop: (() => void) | null = null;
  let ended = false;
  const begin = async () => {
    const { followStream } = await fetchPart(() => import('#web/ground/stream/stream.ts'));
    if (!ended) stop = followStream(followed);
  };
  void fetchAhead(begin);
  return () => {
    ended = true;
    stop?.();
  };
}
