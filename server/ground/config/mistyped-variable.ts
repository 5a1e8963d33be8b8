/** Shorter names are similar to too many others. */
const SHORTEST = 7;
/** How many letters may be wrong, missing, extra or swapped with the next one, in short names and in long ones. */
const SLIPS = { short: 1, long: 2 } as const;
const LONG = 10;

/** A variable of cron: the sender of its own letters, which it passes to the programs it starts. */
const OTHERS: readonly string[] = ['MAILFROM'];

/**
 * Returns the first variable whose name is similar to one of `known`, together with that one; null if there is none.
 * Case and underscores do not count: DATADIR, data_dir and DATA_DRI all mean DATA_DIR.
 */
export function findMistyped(
  names: readonly string[],
  known: readonly string[],
): { name: string; meant: string } | null {
  const candidates = known
    .map((meant) => ({ meant, plain: plain(meant) }))
    .filter((each) => each.plain.length >= SHORTEST);
  for (const name of names) {
    if (known.includes(name) || OTHERS.includes(name)) continue;
    const found = candidates.find((each) => isNear(plain(name), each.plain, slipsAllowed(each.plain)));
    if (found) return { name, meant: found.meant };
  }
  return null;
}

function plain(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}

function slipsAllowed(name: string): number {
  return name.length < LONG ? SLIPS.short : SLIPS.long;
}

/** Returns whether at most so many slips turn one text into the other. */
function isNear(a: string, b: string, slips: number): boolean {
  if (a === b || slips === 0) return a === b;
  if (a[0] === b[0]) return isNear(a.slice(1), b.slice(1), slips);
  return (
    isNear(a.slice(1), b, slips - 1) ||
    isNear(a, b.slice(1), slips - 1) ||
    isNear(a.slice(1), b.slice(1), slips - 1) ||
    (a[0] === b[1] && a[1] === b[0] && isNear(a.slice(2), b.slice(2), slips - 1))
  );
}
