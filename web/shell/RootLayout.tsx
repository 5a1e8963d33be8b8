import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Around every screen: the tab's title follows the address. */
export function RootLayout() {
  const title = useRouterState({
    select: (state) => state.matches.findLast((match) => match.staticData.title)?.staticData.title,
  });
  useEffect(() => {
    document.title = title ? `${title} — Кабинет` : 'Кабинет';
  }, [title]);
  return <Outlet />;
}
