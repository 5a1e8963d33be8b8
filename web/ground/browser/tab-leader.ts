/* oxlint-disable unicorn/require-post-message-target-origin -- a channel reaches its own origin alone */

/** How long the leading tab may take to respond before it counts as suspended, in milliseconds. */
const SILENCE_MS = 5000;

const HELLO = 'hello';
const HERE = 'here';

interface Shared<Message> {
  /** Tabs that use the same name share one leader. */
  name: string;
  /** Runs in the leading tab; `send` reaches every tab, including this one. Returns the cleanup. */
  lead: (send: (message: Message) => void) => () => void;
  /** Receives every sent message. */
  onMessage: (message: Message) => void;
  /** Runs in the leading tab when another one joins or becomes visible. */
  onJoin: () => void;
}

/**
 * Elects one tab of the browser to do what all of them need; the next one takes over when it closes or is suspended.
 * Returns the function with which this tab leaves. Without locks or channels every tab leads for itself.
 */
export function electLeader<Message>({ name, lead, onMessage, onJoin }: Shared<Message>): () => void {
  const channel = openChannel(name);
  if (!channel || !navigator.locks) return lead(onMessage);

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
    // This tab has left meanwhile, so the lock passes to the next one.
    if (left.signal.aborted) return undefined;
    const close = lead((message) => {
      channel.postMessage({ message });
      onMessage(message);
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
  /** Another tab has taken over; or this browser refuses locks, and then this tab leads for itself. */
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
    else if (data !== HELLO) onMessage(data.message);
    else if (end) {
      channel.postMessage(HERE);
      onJoin();
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
