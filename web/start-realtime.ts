import { startPosition } from '#web/ground/api/lists.ts';
import { fetchAhead } from '#web/ground/parts/fetch-ahead.ts';
import { fetchPart } from '#web/ground/parts/fetch-part.ts';

/**
 * Subscribes while a person is signed in; returns the function that ends it. The stream's program comes behind the first
 * screen: what happens until then is read again, by the position that the screen's lists came with.
 */
export function startRealtime(user: string, signIn: string): () => void {
  const followed = { user, signIn, position: startPosition() };
  let stop: (() => void) | null = null;
  let ended = false;
  const begin = async () => {
    const { followStream } = await fetchPart(() => import('#web/ground/stream/stream.ts'));
    if (!ended) stop = followStream(followed);
  };
  void fetchAhead(begin);
  return () => {
    ended = true;
    stop?.();
  };
}
