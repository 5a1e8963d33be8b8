import { Outlet } from '@tanstack/react-router';
import { useEffect, useLayoutEffect } from 'react';
import { fetchAhead } from '#web/ground/parts/fetch-ahead.ts';
import { useScreenTitle } from '#web/app/shell/screen-title.ts';

/** The parent of every screen: keeps the document title in sync with the address. */
export function RootLayout() {
  const title = useScreenTitle();
  // Before the screen, which can set a title of its own.
  useLayoutEffect(() => {
    document.title = title ? `${title} — Кабинет` : 'Кабинет';
  }, [title]);
  useEffect(() => {
    void fetchAhead(() => import('#web/app/shell/accessibility.ts').catch(() => null));
    void fetchAhead(async () => (await import('#web/app/shell/warn-about-clock.ts')).warnAboutClock()).catch(
      () => undefined,
    );
  }, []);
  return <Outlet />;
}
