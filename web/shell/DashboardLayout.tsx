import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import classes from '#web/shell/DashboardLayout.module.css';
import { PhoneHeader } from '#web/shell/PhoneHeader.tsx';
import { Sidebar } from '#web/shell/Sidebar.tsx';
import { SkipLink } from '#web/shell/SkipLink.tsx';
import { useNewRequestToast } from '#web/shell/use-new-request-toast.ts';
import { useIsPhone } from '#web/ui/use-is-phone.ts';

const PhoneMenu = lazy(async () => ({ default: (await import('#web/shell/PhoneMenu.tsx')).PhoneMenu }));

/** The frame of every screen of a signed-in practitioner (AUTH-11). */
export function DashboardLayout() {
  const phone = useIsPhone();
  const address = useRouterState({ select: (state) => state.location.pathname });
  // The menu belongs to the address where it was opened, so any change of it closes the menu.
  const [menuAddress, setMenuAddress] = useState<string | null>(null);
  useNewRequestToast();
  return (
    <div className={classes.shell}>
      <SkipLink />
      {phone ? (
        <>
          <PhoneHeader onMenu={() => setMenuAddress(address)} />
          <Suspense fallback={null}>
            <PhoneMenu opened={menuAddress === address} onClose={() => setMenuAddress(null)} />
          </Suspense>
        </>
      ) : (
        <Sidebar />
      )}
      <main id="main" className={classes.main} tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
}
