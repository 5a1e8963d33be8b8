import { histogram, type Family } from '#server/operation/metrics/exposition.ts';

/** Upper bounds of durations, in milliseconds. */
const BOUNDS_MS = [5, 25, 100, 250, 1000, 5000] as const;

interface RouteCounts {
  /** The number of responses between each bound and the one before; the last one is above all. */
  buckets: number[];
  sumMs: number;
}

/** Counts responses by route, method and status, and their durations. Costs well under a microsecond a request. */
export class RequestCounts {
  readonly #responses = new Map<string, { labels: Record<string, string | number>; value: number }>();
  readonly #routes = new Map<string, RouteCounts>();

  /** `route` is a pattern, so that there are few. */
  note(route: string, method: string, status: number, ms: number): void {
    const key = `${method} ${status} ${route}`;
    const responses = this.#responses.get(key);
    if (responses) responses.value += 1;
    else this.#responses.set(key, { labels: { method, route, status }, value: 1 });
    let durations = this.#routes.get(route);
    if (!durations) this.#routes.set(route, (durations = { buckets: [...BOUNDS_MS, Infinity].map(() => 0), sumMs: 0 }));
    let bucket = 0;
    while (ms > (BOUNDS_MS[bucket] ?? Infinity)) bucket += 1;
    durations.buckets[bucket] = (durations.buckets[bucket] ?? 0) + 1;
    durations.sumMs += ms;
  }

  /** Returns what was counted, as families of Prometheus. */
  families(): Family[] {
    const bounds = BOUNDS_MS.map((ms) => ms / 1000);
    return [
      { name: 'kabinet_requests_total', type: 'counter', help: 'Responses.', samples: [...this.#responses.values()] },
      {
        name: 'kabinet_request_seconds',
        type: 'histogram',
        help: 'How long requests took; streams of events last until they end.',
        samples: [...this.#routes].flatMap(([route, { buckets, sumMs }]) =>
          histogram({ route }, bounds, buckets, sumMs / 1000),
        ),
      },
    ];
  }
}
