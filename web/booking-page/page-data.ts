import type { BookingPageData } from '#domain/booking/booking.ts';

/** What the server put into this page; null where it could not, and in development. */
export function readPageData(): BookingPageData | null {
  const text = document.getElementById('page-data')?.textContent;
  if (!text) return null;
  const data: BookingPageData | null = JSON.parse(text);
  return data;
}

/** The practitioner's hash in this page's own address, /booking/{hash}. */
export function hashInAddress(): string {
  const [, , hash = ''] = location.pathname.split('/');
  return decodeURIComponent(hash);
}
