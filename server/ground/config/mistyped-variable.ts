/** Shorter names are similar to too many others. */
const SHORTEST = 7;
/** How many letters can be wrong, missing, extra or swapped with the next, in short names and in long ones. */
const SLIPS = { short: 1, long: 2 } as const;
const LONG = 10;

/** The sender of cron's own letters, which cron hands to the programs it starts. */
const OTHERS: readonly string[] = ['MAILFROM'];

/**
 * Returns the first name of the environment that looks like one of `known` without being one, together with that one;
 * null without such a name. Case and underscores do not count: DATADIR, data_dir and DATA_DRI all mean DATA_DIR.
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
    const found = candidates.find((each) => slips(plain(name), each.plain) <= slipsAllowed(each.plain));
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

/** The optimal string alignment distance. */
function slips(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > SLIPS.long) return Infinity;
  const table = Array.from({ length: a.length + 1 }, (_, row) => [row]);
  const at = (row: number, column: number): number => table[row]?.[column] ?? Infinity;
  for (let column = 1; column <= b.length; column += 1) table[0]?.push(column);
  for (let row = 1; row <= a.length; row += 1) {
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isExchanged = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      table[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isExchanged ? at(row - 2, column - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(a.length, b.length);
}
