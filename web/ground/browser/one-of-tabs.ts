/* oxlint-disable unicorn/require-post-message-target-origin -- a channel reaches its own origin alone */

/** How long the leading tab may take to answer before it counts as asleep, in milliseconds. */
const SILENCE_MS = 5000;

const HELLO = 'hello';
const HERE = 'here';

interface Shared<Message> {
  /** The tabs that give the same name share one leader. */
  name: string;
  /** Runs in the tab that leads; `tell` reaches every tab, this one as well. Returns what ends it. */
  lead: (tell: (message: Message) => void) => () => void;
  /** What any tab tells. */
  hear: (message: Message) => void;
  /** Runs in the leading tab when another one joins, or comes to the front. */
  greet: () => void;
}

/**
 * Has one tab of the browser do what all of them need; the next one takes over when it closes or falls asleep. Returns
 * the function by which this tab leaves. A browser that cannot share has every tab lead for itself.
 */
export function oneOfTabs<Message>({ name, lead, hear, greet }: Shared<Message>): () => void {
  const channel = openChannel(name);
  if (!channel || !navigator.locks) return lead(hear);

  const left = new AbortController();
  let end: (() => void) | null = null;
  let queued = false;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const stopLeading = () => {
    end?.();
    end = null;
  };
  const begin = () => {
    clearTimeout(silence);
    // Left meanwhile: the turn passes on.
    if (left.signal.aborted) return undefined;
    const close = lead((message) => {
      channel.postMessage({ message });
      hear(message);
    });
    return new Promise<void>((resolve) => {
      end = () => {
        close();
        resolve();
      };
    });
  };
  const queue = () => {
    if (queued || left.signal.aborted) return;
    queued = true;
    navigator.locks
      .request(name, { signal: left.signal }, () => {
        queued = false;
        return begin();
      })
      .catch(onTaken);
  };
  /** Another tab has taken over; or this browser refuses locks, so that this tab leads for itself. */
  const onTaken = (error: unknown) => {
    if (left.signal.aborted) return;
    if (error instanceof DOMException && error.name === 'AbortError') {
      stopLeading();
      queue();
    } else void begin();
  };
  const takeOver = () => void navigator.locks.request(name, { steal: true }, begin).catch(onTaken);
  const ask = () => {
    if (end || document.visibilityState === 'hidden') return;
    channel.postMessage(HELLO);
    clearTimeout(silence);
    silence = setTimeout(takeOver, SILENCE_MS);
  };

  channel.addEventListener('message', ({ data }: MessageEvent<typeof HELLO | typeof HERE | { message: Message }>) => {
    if (data === HERE) clearTimeout(silence);
    else if (data !== HELLO) hear(data.message);
    else if (end) {
      channel.postMessage(HERE);
      greet();
    }
  });
  document.addEventListener('visibilitychange', ask);
  queue();
  ask();

  return () => {
    left.abort();
    clearTimeout(silence);
    document.removeEventListener('visibilitychange', ask);
    channel.close();
    stopLeading();
  };
}

function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}
