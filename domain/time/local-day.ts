const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A span of instants, half-open, epoch milliseconds. */
interface Span {
  start: number;
  end: number;
}

/** A stretch of the day through which the clock runs evenly; `zero` is the instant at which it would show midnight. */
interface Stretch extends Span {
  zero: number;
}

/**
 * A calendar day in a zone, for turning its wall times (minutes since midnight) into instants. Each stretch between two
 * clock changes is counted from its own midnight, which spares asking the zone for every time of the day. A date that
 * the zone skipped whole has no stretch.
 */
export class LocalDay {
  readonly #stretches: readonly Stretch[];

  constructor(date: Temporal.PlainDate, timeZone: string) {
    const first = date.toZonedDateTime(timeZone);
    const next = date.add({ days: 1 }).toZonedDateTime(timeZone);
    const even =
      first.offsetNanoseconds === next.offsetNanoseconds && next.epochMilliseconds - first.epochMilliseconds === DAY;
    const midnight = Temporal.Instant.from(`${date.toString()}T00:00:00Z`).epochMilliseconds;
    this.#stretches = even
      ? [{ start: first.epochMilliseconds, end: next.epochMilliseconds, zero: first.epochMilliseconds }]
      : stretchesOf(first, next.epochMilliseconds, midnight);
  }

  /** The instant of a wall time; the first where it comes twice, null where it is skipped. */
  instantAt(minutes: number): number | null {
    for (const { start, end, zero } of this.#stretches) {
      const instant = zero + minutes * MINUTE;
      if (start <= instant && instant < end) return instant;
    }
    return null;
  }

  /** While the clock shows a time from `from` up to but excluding `to`: nothing, one span, or two where it comes twice. */
  spansOf(from: number, to: number): Span[] {
    return this.#stretches
      .map(({ start, end, zero }) => ({
        start: Math.max(start, zero + from * MINUTE),
        end: Math.min(end, zero + to * MINUTE),
      }))
      .filter(({ start, end }) => start < end);
  }
}

function stretchesOf(first: Temporal.ZonedDateTime, dayEnd: number, midnight: number): Stretch[] {
  const stretches: Stretch[] = [];
  for (let from = first; from.epochMilliseconds < dayEnd;) {
    const change = from.getTimeZoneTransition('next');
    const end = Math.min(dayEnd, change?.epochMilliseconds ?? dayEnd);
    const zero = midnight - from.offsetNanoseconds / 1_000_000;
    stretches.push({ start: from.epochMilliseconds, end, zero });
    if (change === null) break;
    from = change;
  }
  return stretches;
}
