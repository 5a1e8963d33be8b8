/** Numbers from 0 to 1. */
export type Dice = () => number;

/** Returns dice that fall the same way for the same seed. */
export function diceOf(seed: number): Dice {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) % 2 ** 32;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function below(dice: Dice, limit: number): number {
  return Math.floor(dice() * limit);
}

export function anyOf<Item>(items: readonly [Item, ...Item[]], dice: Dice): Item;
export function anyOf<Item>(items: readonly Item[], dice: Dice): Item | undefined;
export function anyOf<Item>(items: readonly Item[], dice: Dice): Item | undefined {
  return items[below(dice, items.length)];
}
