import { useEffect, useState } from 'react';
import type { BookingPage, BookingPageData } from '#domain/booking/booking.ts';
import { bookingAddress, readPage } from '#web/public/booking-page/booking-api.ts';
import { hashInAddress } from '#web/public/booking-page/page-data.ts';

export type PageState =
  | { status: 'waiting' }
  | { status: 'failed' }
  | { status: 'missing' }
  | { status: 'found'; page: BookingPage };

/** The practitioner of this page: from the embedded data, otherwise from the server. */
export function usePage(data: BookingPageData | null): { hash: string; state: PageState; retry: () => void } {
  const [hash] = useState(() => data?.hash ?? hashInAddress());
  const [state, setState] = useState<PageState>(() => (data ? stateOf(data.page) : { status: 'waiting' }));
  const waiting = state.status === 'waiting';
  useEffect(() => {
    if (!waiting) return;
    let wanted = true;
    readPage(bookingAddress(hash)).then(
      (page) => wanted && setState(stateOf(page)),
      () => wanted && setState({ status: 'failed' }),
    );
    return () => {
      wanted = false;
    };
  }, [hash, waiting]);
  return { hash, state, retry: () => setState({ status: 'waiting' }) };
}

function stateOf(page: BookingPage | null): PageState {
  return page ? { status: 'found', page } : { status: 'missing' };
}
