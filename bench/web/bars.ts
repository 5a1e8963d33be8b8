/** What a page may weigh at most in bytes: scripts and styles compressed, `all` with the heads of every response. */
export const WEIGHT = {
  public: { script: 80_000, all: 150_000, requests: 8 },
  dashboard: { script: 172_500, style: 24_000, requests: 36 },
} as const;

/** What a page may take at most, in milliseconds, on a slow line and a slow machine (`SLOW`). */
export const TIME = { publicPaint: 900, dashboardPaint: 2000, interaction: 100, letter: 140 } as const;

/** How far a page may move while it comes up. */
export const SHIFT = 0.02;

/** A phone of the lower middle on a line of the lower middle. */
export const SLOW = { megabits: 1.6, latency: 150, cpu: 4 } as const;
