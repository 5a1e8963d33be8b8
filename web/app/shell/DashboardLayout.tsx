import { useMutation, useQuery } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useSearchShortcut } from '#web/practice/search/use-search-shortcut.ts';
import classes from '#web/app/shell/DashboardLayout.module.css';
import { ConnectionBanner } from '#web/app/shell/ConnectionBanner.tsx';
import { PhoneHeader } from '#web/app/shell/PhoneHeader.tsx';
import { InsideFrame } from '#web/app/shell/ScreenFailure.tsx';
import { useScreenTitle } from '#web/app/shell/screen-title.ts';
import { Sidebar } from '#web/app/shell/Sidebar.tsx';
import { startSigningOut } from '#web/app/shell/sign-out.tsx';
import { SkipLink } from '#web/app/shell/SkipLink.tsx';
import { useNewsToasts } from '#web/app/shell/use-news-toasts.ts';
import { statusOf } from '#web/ground/api/errors.ts';
import { useSession } from '#web/ground/api/session.ts';
import { LockedBanner } from '#web/account/keys/LockedBanner.tsx';
import { profileQuery } from '#web/practice/own-profile/queries.ts';
import { useKeptTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { LoadingCards } from '#web/ui/page/LoadingCards.tsx';
import { ErrorState } from '#web/ui/page/StateCard.tsx';
import { DialogHost } from '#web/ui/dialog/DialogHost.tsx';
import { lazyDialog } from '#web/ground/parts/lazy-part.tsx';
import { useIsPhone } from '#web/ui/page/use-is-phone.ts';

const PhoneMenu = lazyDialog(async () => (await import('#web/app/shell/PhoneMenu.tsx')).PhoneMenu);
const SearchPalette = lazyDialog(async () => (await import('#web/practice/search/SearchPalette.tsx')).SearchPalette);

/** The layout around every screen of a signed-in practitioner (AUTH-11). */
export function DashboardLayout() {
  const { status } = useSession();
  const phone = useIsPhone();
  const address = useRouterState({ select: (state) => state.location.pathname });
  // The menu is open only at the address where it was opened: any navigation closes it, and Back does not reopen it.
  const [menuAddress, setMenuAddress] = useState<string | null>(null);
  if (menuAddress !== null && menuAddress !== address) setMenuAddress(null);
  const [searching, setSearching] = useState(false);
  const openSearch = () => setSearching(true);
  const closeSearch = useCallback(() => setSearching(false), []);
  const leaving = useMutation({ mutationFn: startSigningOut });
  useSearchShortcut(
    useCallback(() => {
      // The shortcut opens no dialog above another one; pressed again, it closes its own.
      setSearching(!searching && document.querySelector('[role="dialog"]') === null);
    }, [searching]),
  );
  return (
    <div className={classes.shell}>
      <SkipLink />
      <ConnectionBanner />
      {phone ? (
        <>
          <PhoneHeader onMenu={() => setMenuAddress(address)} onSearch={openSearch} />
          <PhoneMenu
            opened={menuAddress !== null}
            onClose={() => setMenuAddress(null)}
            onSignOut={() => {
              // The confirmation replaces the menu.
              setMenuAddress(null);
              submitOnce(leaving, undefined);
            }}
          />
        </>
      ) : (
        <Sidebar onSearch={openSearch} onSignOut={() => submitOnce(leaving, undefined)} />
      )}
      <main
        id="main"
        aria-label={useScreenTitle() ?? 'Страница не\u00A0найдена'}
        className={classes.main}
        tabIndex={-1}
      >
        <InsideFrame value={true}>
          {/* After the sign-in has ended, the screen would otherwise send requests until the next navigation. */}
          {status === 'user' && <Practice searching={searching} onSearchClose={closeSearch} />}
        </InsideFrame>
      </main>
      <DialogHost />
    </div>
  );
}

interface PracticeProps {
  searching: boolean;
  onSearchClose: () => void;
}

/** Screens that show times in the practitioner's zone, so they render once the profile is loaded. */
function Practice(props: PracticeProps) {
  const profile = useQuery(profileQuery());
  const failed = profile.isError && !profile.data;
  const failure = statusOf(profile.error) === 404 ? 'Профиль не найден' : 'Не\u00A0удалось загрузить профиль';
  if (profile.data) return <Screens {...props} />;
  if (!failed) return <LoadingCards text="Загрузка профиля..." />;
  return <ErrorState title={failure} onRetry={() => void profile.refetch()} />;
}

function Screens({ searching, onSearchClose }: PracticeProps) {
  useNewsToasts();
  useKeptTimeZone();
  return (
    <>
      <LockedBanner />
      <Outlet />
      <SearchPalette opened={searching} onClose={onSearchClose} />
    </>
  );
}
