import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createPortal } from 'react-dom';
import { queryClient } from '#web/ground/api/query-client.ts';
import { useSession } from '#web/ground/api/session.ts';
import { router } from '#web/router.tsx';
import { CrashGuard } from '#web/app/shell/CrashGuard.tsx';
import { LoadingScreen } from '#web/app/shell/LoadingScreen.tsx';
import { LockedScreen } from '#web/app/shell/LockedScreen.tsx';
import classes from '#web/app/shell/ToastPlace.module.css';
import { Toasts } from '#web/ui/toast/Toasts.tsx';
import { UndoKeys } from '#web/ui/toast/UndoKeys.tsx';
import { UiProvider } from '#web/ui/theme/UiProvider.tsx';

export function App() {
  return (
    <StrictMode>
      <UiProvider>
        <CrashGuard>
          <QueryClientProvider client={queryClient}>
            <Screens />
          </QueryClientProvider>
        </CrashGuard>
      </UiProvider>
    </StrictMode>
  );
}

function Screens() {
  const { status } = useSession();
  if (status === 'loading') return <LoadingScreen />;
  if (status === 'locked') return <LockedScreen />;
  return (
    <>
      <RouterProvider router={router} />
      {/* A dialog hides the screen behind it from keyboard and screen readers, but not the toasts. */}
      {createPortal(<Toasts className={classes.place} Keys={UndoKeys} />, document.body)}
    </>
  );
}
