/** Where a template stands. */
export interface Place {
  id: string;
  position: number;
}

/** The position behind all others. */
export function lastPosition(places: readonly Place[]): number {
  return Math.max(-1, ...places.map(({ position }) => position)) + 1;
}

/** Returns what changes where one of `places`, which are in order, moves by a step; nothing at an end. */
export function moved(places: readonly Place[], id: string, step: 1 | -1): Place[] {
  const from = places.findIndex((place) => place.id === id);
  const [one, other] = [places[from], places[from + step]];
  if (!one || !other) return [];
  const order = places.with(from, other).with(from + step, one);
  // Positions that are all different need no more than the two.
  const slots = places.map(({ position }) => position);
  const free = new Set(slots).size === slots.length ? slots : slots.map((_, index) => index);
  return order.flatMap((place, index) => {
    const position = free[index] ?? index;
    return position === place.position ? [] : [{ id: place.id, position }];
  });
}
