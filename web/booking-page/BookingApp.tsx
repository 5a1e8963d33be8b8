import { StrictMode } from 'react';
import type { BookingPageData } from '#domain/booking/booking.ts';
import { BookingPage } from '#web/booking-page/BookingPage.tsx';
import { CrashGuard } from '#web/visitor/CrashGuard.tsx';
import classes from '#web/visitor/ToastPlace.module.css';
import { Toasts } from '#web/ui/toast/Toasts.tsx';

/** All of the public page, as the server draws it first and the browser goes on with it. */
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
