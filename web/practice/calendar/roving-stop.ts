/** What the keyboard reaches of a day, from its head down; a head has no time. */
export type DayStops = readonly { id: string; from: number | null }[];

/** Returns where a key leads from a stop: along its day, or to the nearest of its kind in another; null without effect. */
export function stopByKey(key: string, id: string | undefined, days: readonly DayStops[]): string | null {
  const day = days.findIndex((stops) => stops.some((stop) => stop.id === id));
  const stops = days[day] ?? [];
  const at = stops.findIndex((stop) => stop.id === id);
  switch (key) {
    case 'ArrowUp':
      return stops[at - 1]?.id ?? null;
    case 'ArrowDown':
      return stops[at + 1]?.id ?? null;
    case 'Home':
      return stops[0]?.id ?? null;
    case 'End':
      return stops.at(-1)?.id ?? null;
    case 'ArrowLeft':
      return nearest(stops[at]?.from, days.slice(0, day).toReversed());
    case 'ArrowRight':
      return nearest(stops[at]?.from, days.slice(day + 1));
    default:
      return null;
  }
}

/** From a head to a head, and from a time over days without any to the nearest time. */
function nearest(from: number | null | undefined, days: readonly DayStops[]): string | null {
  if (from === undefined) return null;
  const far = (stop: DayStops[number]) => Math.abs((stop.from ?? 0) - (from ?? 0));
  for (const stops of days) {
    const [best] = stops.filter((stop) => (stop.from === null) === (from === null)).toSorted((a, b) => far(a) - far(b));
    if (best) return best.id;
  }
  return null;
}
