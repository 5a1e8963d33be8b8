import { queryClient } from '#web/api/query-client.ts';

/** How long nothing may have been asked for: what the screen itself needs goes first. */
const QUIET_MS = 300;

/** Fetches a part that nobody has asked for yet, as soon as the screen has all it needs. */
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
