import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { queryClient } from '#web/api/query-client.ts';
import { useSession } from '#web/api/session.ts';
import { router } from '#web/router.tsx';
import { CrashGuard } from '#web/shell/CrashGuard.tsx';
import { LoadingScreen } from '#web/shell/LoadingScreen.tsx';
import { lazyPart } from '#web/parts/lazy-part.tsx';
import { UiProvider } from '#web/ui/theme/UiProvider.tsx';

/** Along with what the first screen reads: a failure is told even where nothing more can be fetched. */
const Toasts = lazyPart(
  async () => (await import('#web/ui/toast/Toasts.tsx')).Toasts,
  () => true,
  null,
);

export function App() {
  return (
    <StrictMode>
      <UiProvider>
        <CrashGuard>
          <QueryClientProvider client={queryClient}>
            <Screens />
            <Toasts />
          </QueryClientProvider>
        </CrashGuard>
      </UiProvider>
    </StrictMode>
  );
}

function Screens() {
  return useSession().status === 'loading' ? <LoadingScreen /> : <RouterProvider router={router} />;
}
