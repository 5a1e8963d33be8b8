/** Returns a whole number from 0 to `below` - 1. */
export interface Random {
  (below: number): number;
  of<Item>(items: readonly [Item, ...Item[]] | readonly Item[]): Item;
  /** A record id. */
  id(): string;
}

/** Returns numbers that look random and are the same for the same seed (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed;
  const random = (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
  return Object.assign(random, {
    of<Item>(items: readonly Item[]): Item {
      const item = items[random(items.length)];
      if (item === undefined) throw new Error('nothing to choose from');
      return item;
    },
    id: () => Array.from({ length: 15 }, () => random(36).toString(36)).join(''),
  });
}
