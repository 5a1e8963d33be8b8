import { ownZone } from '#web/ground/browser/own-zone.ts';
import { lazyPart } from '#web/ground/parts/lazy-part.tsx';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { useNow } from '#web/ui/page/use-now.ts';

interface ZoneNoticeProps {
  timeZone: string;
  own: string;
  now: Temporal.Instant;
}

// Few people work abroad: the others do not load the names of zones. The space keeps the row of the text.
const Words = lazyPart<ZoneNoticeProps>(
  async () => {
    const { zoneWords } = await import('#web/practice/own-profile/zone-words.ts');
    return ({ timeZone, own, now }) => zoneWords(timeZone, own, now);
  },
  { coming: '\u00A0' },
);

/** Names the practice's zone where this browser's clock shows another time; otherwise empty (CAL-04). */
export function ZoneNotice() {
  const timeZone = useTimeZone();
  const now = useNow();
  const own = ownZone() ?? timeZone;
  const offset = (zone: string) => now.toZonedDateTimeISO(zone).offsetNanoseconds;
  return offset(own) === offset(timeZone) ? null : <Words timeZone={timeZone} own={own} now={now} />;
}
