import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { queryClient } from '#web/api/query-client.ts';
import { useSession } from '#web/api/session.ts';
import { router } from '#web/router.tsx';
import { CrashGuard } from '#web/shell/CrashGuard.tsx';
import { LoadingScreen } from '#web/shell/LoadingScreen.tsx';
import { LockedScreen } from '#web/shell/LockedScreen.tsx';
import classes from '#web/shell/ToastPlace.module.css';
import { Toasts } from '#web/ui/toast/Toasts.tsx';
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
      <Toasts className={classes.place} />
    </>
  );
}
