/** What the keyboard reaches of a day, from its head down; a head has no time. */
export type DayStops = readonly { id: string; from: number | null }[];

/** Returns where a key leads from a stop: along its day, or to the nearest of its kind in another; null without effect. */
export function stopByKey(key: string, id: string | undefined, days: readonly DayStops[]): string | null {
  for (const [day, stops] of days.entries()) {
    const at = stops.findIndex((stop) => stop.id === id);
    const from = stops[at]?.from;
    if (from === undefined) continue;
    const targets: Record<string, DayStops[number] | undefined> = {
      ArrowUp: stops[at - 1],
      ArrowDown: stops[at + 1],
      Home: stops[0],
      End: stops.at(-1),
      ArrowLeft: nearest(from, days.slice(0, day).toReversed()),
      ArrowRight: nearest(from, days.slice(day + 1)),
    };
    return targets[key]?.id ?? null;
  }
  return null;
}

/** From a head to a head, and from a time over days without any to the nearest time. */
function nearest(from: number | null, days: readonly DayStops[]): DayStops[number] | undefined {
  const far = (stop: DayStops[number]) => Math.abs(Number(stop.from) - Number(from));
  const alike = days.map((stops) => stops.filter((stop) => (stop.from === null) === (from === null)));
  return alike.find((stops) => stops.length > 0)?.toSorted((a, b) => far(a) - far(b))[0];
}
