import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense } from 'react';
import { fetchPart } from '#web/api/fetch-part.ts';
import { queryClient } from '#web/api/query-client.ts';
import { useSession } from '#web/api/session.ts';
import { router } from '#web/router.tsx';
import { CrashGuard } from '#web/shell/CrashGuard.tsx';
import { LoadingScreen } from '#web/shell/LoadingScreen.tsx';
import { UiProvider } from '#web/ui/UiProvider.tsx';

// Nothing is told before the first screen stands.
const Toasts = lazy(async () => ({ default: (await fetchPart(() => import('#web/ui/Toasts.tsx'))).Toasts }));

export function App() {
  return (
    <StrictMode>
      <UiProvider>
        <CrashGuard>
          <QueryClientProvider client={queryClient}>
            <Screens />
            <Suspense fallback={null}>
              <Toasts />
            </Suspense>
          </QueryClientProvider>
        </CrashGuard>
      </UiProvider>
    </StrictMode>
  );
}

function Screens() {
  return useSession().status === 'loading' ? <LoadingScreen /> : <RouterProvider router={router} />;
}
