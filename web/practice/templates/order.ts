/** The position of a template. */
export interface Place {
  id: string;
  position: number;
}

/** The position after all others. */
export function lastPosition(places: readonly Place[]): number {
  return Math.max(-1, ...places.map(({ position }) => position)) + 1;
}

/** Returns the changed positions when one of `places`, which are sorted, moves by a step; empty at either end. */
export function moved(places: readonly Place[], id: string, step: 1 | -1): Place[] {
  const from = places.findIndex((place) => place.id === id);
  const [one, other] = [places[from], places[from + step]];
  if (!one || !other) return [];
  const order = places.with(from, other).with(from + step, one);
  // If all positions differ, swapping two of them is enough.
  const slots = places.map(({ position }) => position);
  const free = new Set(slots).size === slots.length ? slots : slots.map((_, index) => index);
  return order.flatMap((place, index) => {
    const position = free[index] ?? index;
    return position === place.position ? [] : [{ id: place.id, position }];
  });
}
