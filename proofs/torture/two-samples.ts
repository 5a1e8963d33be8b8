/** How far apart the medians of two samples lie, and how likely a difference as large comes by chance (Mann–Whitney). */
export function compareSamples(a: readonly number[], b: readonly number[]): { apart: number; p: number } {
  return { apart: Math.abs(medianOf(a) - medianOf(b)), p: mannWhitney(a, b) };
}

export function medianOf(values: readonly number[]): number {
  return values.toSorted((x, y) => x - y)[values.length >> 1] ?? 0;
}

/** Two-sided, by the normal approximation: for samples of more than twenty. */
function mannWhitney(a: readonly number[], b: readonly number[]): number {
  const all = [...a.map((value) => ({ value, ofA: true })), ...b.map((value) => ({ value, ofA: false }))];
  all.sort((x, y) => x.value - y.value);
  // Times on a monotonic clock hardly ever tie: each value has a rank of its own.
  const rankSum = all.reduce((sum, { ofA }, index) => (ofA ? sum + index + 1 : sum), 0);
  const u = rankSum - (a.length * (a.length + 1)) / 2;
  const mean = (a.length * b.length) / 2;
  const deviation = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12);
  return 2 * (1 - normalBelow(Math.abs(u - mean) / deviation));
}

/** Abramowitz and Stegun 26.2.17, good to 7.5e-8. */
function normalBelow(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const tail = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const sum = tail.reduce((total, factor, power) => total + factor * t ** (power + 1), 0);
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum;
}
