import { queryClient } from '#web/ground/api/query-client.ts';

/** How long no query may run before prefetching, in milliseconds: the screen's own requests go first. */
const QUIET_MS = 300;

/** Prefetches a part once the screen's own queries have finished. */
export async function fetchAhead(fetch: () => Promise<unknown>): Promise<void> {
  await quiet();
  await fetch();
}

function quiet(): Promise<void> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      if (queryClient.isFetching() === 0) timer = setTimeout(end, QUIET_MS);
    };
    const end = () => {
      stop();
      resolve();
    };
    const stop = queryClient.getQueryCache().subscribe(look);
    look();
  });
}
