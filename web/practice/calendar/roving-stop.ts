/** The focusable elements of a day, from its head down; a head has no time. */
export type DayStops = readonly { id: string; from: number | null }[];

/**
 * Returns the target of a key from an element: along its day, or the nearest of the same kind in another day; null for
 * a key without effect.
 */
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

/** From a head the next head; from an entry the nearest by time in the next day that has entries. */
function nearest(from: number | null, days: readonly DayStops[]): DayStops[number] | undefined {
  const far = (stop: DayStops[number]) => Math.abs(Number(stop.from) - Number(from));
  const alike = days.map((stops) => stops.filter((stop) => (stop.from === null) === (from === null)));
  return alike.find((stops) => stops.length > 0)?.toSorted((a, b) => far(a) - far(b))[0];
}
