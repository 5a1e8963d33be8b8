/** From which instant on (epoch milliseconds) a zone has which offset (milliseconds), in order. */
export type ZoneRules = readonly (readonly [fromMs: number, offsetMs: number])[];

/** No series is longer: 520 times every eight weeks. */
const YEARS = 81;
/** Less than those years, because two rules were read on different days. */
const BOTH_MS = (YEARS - 1) * 365 * 86_400_000;
const NANOSECONDS = 1e6;

/** Returns the rules that this program has for a zone, from an instant on. */
export function readZoneRules(timeZone: string, from: Temporal.Instant): ZoneRules {
  const first = from.toZonedDateTimeISO(timeZone);
  const end = first.add({ years: YEARS });
  const rules: [number, number][] = [];
  for (
    let moment: Temporal.ZonedDateTime | null = first;
    moment && Temporal.ZonedDateTime.compare(moment, end) < 0;
    moment = moment.getTimeZoneTransition('next')
  ) {
    rules.push([moment.epochMilliseconds, moment.offsetNanoseconds / NANOSECONDS]);
  }
  return rules;
}

/**
 * Returns the instant (epoch milliseconds) of a wall time under given rules, as `momentOn` does under those of the
 * program.
 */
export function instantBy(rules: ZoneRules, wall: Temporal.PlainDateTime): number {
  const wallMs = wall.toZonedDateTime('UTC').epochMilliseconds;
  for (const [at, [, offset]] of rules.entries()) {
    const next = rules[at + 1];
    if (!next || wallMs - offset < next[0]) return wallMs - offset;
    // A skipped time is later by as much as the clock jumps.
    if (wallMs - next[1] < next[0]) return wallMs - offset;
  }
  return wallMs;
}

/** Returns whether two rules agree from an instant on (epoch milliseconds). */
export function agree(one: ZoneRules, other: ZoneRules, fromMs: number): boolean {
  const until = Math.min(one[0]?.[0] ?? 0, other[0]?.[0] ?? 0) + BOTH_MS;
  const ahead = (rules: ZoneRules): string =>
    JSON.stringify([rules.findLast(([at]) => at <= fromMs)?.[1], rules.filter(([at]) => fromMs < at && at <= until)]);
  return ahead(one) === ahead(other);
}
