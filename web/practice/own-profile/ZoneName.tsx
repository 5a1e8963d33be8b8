import { lazyPart } from '#web/ground/parts/lazy-part.tsx';

/** 'Москва, UTC+3', behind the screen, for the names of zones are many. */
export const ZoneName = lazyPart<{ timeZone: string }>(
  async () => {
    const { showZone } = await import('#web/ground/format/zones.ts');
    return ({ timeZone }) => showZone(timeZone, Temporal.Now.instant());
  },
  { coming: '\u00A0' },
);
