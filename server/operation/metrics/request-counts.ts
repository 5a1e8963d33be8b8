import { histogram, type Family, type Sample } from '#server/operation/metrics/exposition.ts';

/** Upper bounds of durations, in milliseconds. */
const BOUNDS_MS = [5, 25, 100, 250, 1000, 5000] as const;

interface RouteCounts {
  /** By the status of the response, for each method. */
  byMethod: Map<string, Map<number, number>>;
  /** The number of responses up to each bound and above the one before; the last one is above all. */
  buckets: number[];
  sumMs: number;
}

/** Counts responses by route, method and status, and how long they took. Costs well under a microsecond a request. */
export class RequestCounts {
  readonly #routes = new Map<string, RouteCounts>();

  /** `route` is a pattern, of which there are few. */
  note(route: string, method: string, status: number, ms: number): void {
    let counts = this.#routes.get(route);
    if (!counts) {
      counts = { byMethod: new Map(), buckets: Array.from({ length: BOUNDS_MS.length + 1 }, () => 0), sumMs: 0 };
      this.#routes.set(route, counts);
    }
    let statuses = counts.byMethod.get(method);
    if (!statuses) {
      statuses = new Map();
      counts.byMethod.set(method, statuses);
    }
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    let bucket = 0;
    while (ms > (BOUNDS_MS[bucket] ?? Infinity)) bucket += 1;
    counts.buckets[bucket] = (counts.buckets[bucket] ?? 0) + 1;
    counts.sumMs += ms;
  }

  /** Returns what was counted, as families of Prometheus. */
  families(): Family[] {
    const requests: Sample[] = [];
    const durations: Sample[] = [];
    for (const [route, { byMethod, buckets, sumMs }] of this.#routes) {
      for (const [method, statuses] of byMethod) {
        for (const [status, value] of statuses) requests.push({ labels: { method, route, status }, value });
      }
      durations.push(
        ...histogram(
          { route },
          BOUNDS_MS.map((ms) => ms / 1000),
          buckets,
          sumMs / 1000,
        ),
      );
    }
    return [
      { name: 'kabinet_requests_total', type: 'counter', help: 'Responses.', samples: requests },
      {
        name: 'kabinet_request_seconds',
        type: 'histogram',
        help: 'How long requests took; streams of events last until they end.',
        samples: durations,
      },
    ];
  }
}
