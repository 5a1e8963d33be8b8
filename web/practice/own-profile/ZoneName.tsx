import { lazyPart } from '#web/ground/parts/lazy-part.tsx';
import { readClock } from '#web/ground/browser/clock.ts';

/** 'Москва, UTC+3'; loads in the background, because there are many zone names. */
export const ZoneName = lazyPart<{ timeZone: string }>(
  async () => {
    const { showZone } = await import('#web/ground/format/zones.ts');
    return ({ timeZone }) => showZone(timeZone, readClock());
  },
  { coming: '\u00A0' },
);
