import '#web/ui/base/tokens.css';
import '#web/ground/fonts/fonts.css';
import '#web/public/visitor/page.css';
import '#web/ui/base/base.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { BookingPageData } from '#domain/booking/booking.ts';
import { BookingApp } from '#web/public/booking-page/BookingApp.tsx';
import { followDeviceTheme } from '#web/public/visitor/follow-device-theme.ts';
import { KeptRequest } from '#web/public/booking-page/kept-request.ts';
import { readPageData } from '#web/public/booking-page/page-data.ts';
import { compareClocks, readToday } from '#web/ground/browser/clock.ts';

// Browsers without Temporal load it first (web/opening.ts): until then no module of ours may use it.
await window.begin();

followDeviceTheme();

const root = document.getElementById('root');
if (root) {
  const data = readPageData();
  if (data?.at) compareClocks(data.at, performance.timeOrigin);
  const app = <BookingApp data={data} />;
  root.inert = false;
  if (data && root.hasChildNodes() && isAsDrawn(data)) {
    // A browser that formats a month differently from the server re-renders the page; that is no error to report.
    hydrateRoot(root, app, { onRecoverableError: () => undefined });
  } else {
    createRoot(root).render(app);
  }
}

/**
 * Whether the server's render matches this browser's initial state: the same day, and nothing typed before a reload.
 */
function isAsDrawn({ hash, slots }: BookingPageData): boolean {
  const today = slots && readToday(slots.timeZone).toString();
  return today === (slots?.days[0]?.date ?? null) && new KeptRequest(hash).isEmpty();
}
