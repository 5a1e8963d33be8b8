import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

/** The parent of every screen: keeps the tab's title in step with the address. */
export function RootLayout() {
  const title = useRouterState({
    select: (state) => state.matches.findLast((match) => match.staticData.title)?.staticData.title,
  });
  useEffect(() => {
    document.title = title ? `${title} — Кабинет` : 'Кабинет';
  }, [title]);
  return <Outlet />;
}
