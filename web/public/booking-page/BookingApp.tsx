import { StrictMode } from 'react';
import type { BookingPageData } from '#domain/booking/booking.ts';
import { BookingPage } from '#web/public/booking-page/BookingPage.tsx';
import { CrashGuard } from '#web/public/visitor/CrashGuard.tsx';
import classes from '#web/public/visitor/ToastPlace.module.css';
import { Toasts } from '#web/ui/toast/Toasts.tsx';

/** The whole public page, first rendered on the server and hydrated in the browser. */
export function BookingApp({ data }: { data: BookingPageData | null }) {
  return (
    <StrictMode>
      <CrashGuard>
        <BookingPage data={data} />
        <Toasts className={classes.place} />
      </CrashGuard>
    </StrictMode>
  );
}
