import '#web/ui/tokens.css';
import '#web/fonts/fonts.css';
import '#web/booking-page/page.css';
import '#web/ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BookingPage } from '#web/booking-page/BookingPage.tsx';
import { CrashGuard } from '#web/booking-page/CrashGuard.tsx';
import { followDeviceTheme } from '#web/booking-page/follow-device-theme.ts';
import { readPageData } from '#web/booking-page/page-data.ts';
import { Toasts } from '#web/booking-page/Toasts.tsx';

// Browsers without Temporal get it before anything of ours runs; no module of ours uses it while it loads.
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');

followDeviceTheme();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <CrashGuard>
        <BookingPage data={readPageData()} />
        <Toasts />
      </CrashGuard>
    </StrictMode>,
  );
}
