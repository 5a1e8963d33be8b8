/** Taken time, half-open, epoch milliseconds. */
export interface HeldTime {
  start: number;
  end: number;
}

/** Taken time, merged and sorted once: each lookup is a binary search. */
export class BusyTime {
  readonly #merged: HeldTime[] = [];

  constructor(held: readonly HeldTime[]) {
    for (const { start, end } of held.toSorted((a, b) => a.start - b.start)) {
      const last = this.#merged.at(-1);
      if (last && start <= last.end) last.end = Math.max(last.end, end);
      else this.#merged.push({ start, end });
    }
  }

  /** True when the half-open span shares any time with what is taken; touching ends share none. */
  meets(start: number, end: number): boolean {
    let low = 0;
    let high = this.#merged.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#merged[middle]?.end ?? Infinity) <= start) low = middle + 1;
      else high = middle;
    }
    const next = this.#merged[low];
    return next !== undefined && next.start < end;
  }
}
