import type { BookingPageData } from '#domain/booking/booking.ts';

/** Data that the server embeds in this page; null if it could not, and in development. */
export function readPageData(): BookingPageData | null {
  const text = document.getElementById('page-data')?.textContent;
  if (!text) return null;
  const data: BookingPageData | null = JSON.parse(text);
  return data;
}

/** The practitioner's hash from this page's address, /booking/{hash}. */
export function hashInAddress(): string {
  const [, , hash = ''] = location.pathname.split('/');
  return decodeURIComponent(hash);
}
