import { ownZone } from '#web/ground/browser/own-zone.ts';
import { lazyPart } from '#web/ground/parts/lazy-part.tsx';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { useNow } from '#web/ui/page/use-now.ts';

interface ZoneNoticeProps {
  timeZone: string;
  own: string;
  now: Temporal.Instant;
}

// Loads on demand, because few people work in another zone. The placeholder reserves the height of the text.
const Words = lazyPart<ZoneNoticeProps>(
  async () => {
    const { zoneWords } = await import('#web/practice/own-profile/zone-words.ts');
    return ({ timeZone, own, now }) => zoneWords(timeZone, own, now);
  },
  { coming: '\u00A0' },
);

/** Names the practice's zone if this browser's clock shows another time; otherwise empty (CAL-04). */
export function ZoneNotice() {
  const timeZone = useTimeZone();
  const now = useNow();
  const own = ownZone() ?? timeZone;
  const offset = (zone: string) => now.toZonedDateTimeISO(zone).offsetNanoseconds;
  return offset(own) === offset(timeZone) ? null : <Words timeZone={timeZone} own={own} now={now} />;
}
