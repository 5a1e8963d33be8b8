/** How often each address got its letter, and under how many Message-IDs, in the order of the first arrival. */
export function arrivalsOf(taken: readonly string[]): { times: number[]; ids: number[] } {
  const letters = taken.map((raw) => ({
    to: /^to: (.*)$/im.exec(raw)?.[1] ?? '',
    id: /^message-id: (.*)$/im.exec(raw)?.[1] ?? '',
  }));
  const byAddress = [...Map.groupBy(letters, ({ to }) => to).values()];
  return {
    times: byAddress.map(({ length }) => length),
    ids: byAddress.map((all) => new Set(all.map(({ id }) => id)).size),
  };
}
