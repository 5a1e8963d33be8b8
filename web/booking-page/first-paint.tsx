import { renderToString } from 'react-dom/server';
import type { BookingPageData } from '#domain/booking/booking.ts';
import { BookingApp } from '#web/booking-page/BookingApp.tsx';

/** The page as it looks before its program has come, for the server to send along. */
export function firstPaint(data: BookingPageData): string {
  return renderToString(<BookingApp data={data} />);
}
