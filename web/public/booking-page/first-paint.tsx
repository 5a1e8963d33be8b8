import { renderToString } from 'react-dom/server';
import type { BookingPageData } from '#domain/booking/booking.ts';
import { BookingApp } from '#web/public/booking-page/BookingApp.tsx';

/** The page before its program loads, for the server to deliver with it. */
export function firstPaint(data: BookingPageData): string {
  return renderToString(<BookingApp data={data} />);
}
