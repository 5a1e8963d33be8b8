import { clockAhead } from '#web/ground/browser/clock.ts';

/**
 * Shows that the device's clock is wrong; the page then uses the server's. Known once the page's data is there. The
 * size of the difference is left out, because formatting it would cost more code than it is worth.
 */
export function ClockNotice() {
  const ahead = clockAhead.get();
  return ahead === 0 ? null : (
    <p className="small secondary">Проверьте часы устройства: они {ahead > 0 ? 'спешат' : 'отстают'}</p>
  );
}
