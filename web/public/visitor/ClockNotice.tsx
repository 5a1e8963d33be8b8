import { clockAhead } from '#web/ground/browser/clock.ts';

/**
 * Says that the device's clock is wrong, as is known once the page has its data; it goes by the server's. By how much
 * would weigh more than it tells.
 */
export function ClockNotice() {
  const ahead = clockAhead.get();
  return ahead === 0 ? null : (
    <p className="small secondary">Проверьте часы устройства: они {ahead > 0 ? 'спешат' : 'отстают'}</p>
  );
}
