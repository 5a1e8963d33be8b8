import { StrictMode } from 'react';
import { VisitScreen } from '#web/public/visit-page/VisitScreen.tsx';
import { CrashGuard } from '#web/public/visitor/CrashGuard.tsx';

/** The whole page of a visit's link. */
export function VisitApp({ token }: { token: string }) {
  return (
    <StrictMode>
      <CrashGuard>
        <VisitScreen key={token} token={token} />
      </CrashGuard>
    </StrictMode>
  );
}
