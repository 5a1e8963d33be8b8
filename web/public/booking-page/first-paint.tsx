import { renderToString } from 'react-dom/server';
import type { BookingPageData } from '#domain/booking/booking.ts';
import { BookingApp } from '#web/public/booking-page/BookingApp.tsx';

/** Renders the page on the server, so that it is visible before its program loads. */
export function firstPaint(data: BookingPageData): string {
  return renderToString(<BookingApp data={data} />);
}
