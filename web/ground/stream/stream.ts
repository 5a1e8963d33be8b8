import { pb } from '#web/ground/api/client.ts';
import { isConnectionLost, onConnection, serverAnswers } from '#web/ground/api/connection.ts';
import { EVERYTHING, readAgain } from '#web/ground/api/read-again.ts';
import { publishChange, type RecordChange } from '#web/ground/api/record-changes.ts';
import { isSigningOut } from '#web/ground/api/session.ts';
import { oneOfTabs } from '#web/ground/browser/one-of-tabs.ts';

/** The subscribed collections, and the query keys that a change in each invalidates. */
const STALE_BY: Record<string, string[]> = {
  clients: ['clients', 'sessions', 'news', 'money'],
  sessions: ['sessions', 'clients', 'money'],
  booking: ['booking', 'sessions'],
  blog_posts: ['blog_posts'],
  templates: ['templates'],
  availability_settings: ['availability_settings', 'sessions'],
  profiles: ['profiles', 'sessions', 'money'],
  payments: ['money'],
  series: ['series'],
  series_skips: ['series_skips'],
  letters: ['letters'],
  news: ['news'],
  consent_documents: ['consent_documents'],
  consents: ['consents'],
  erasures: ['erasures'],
  // It changes rarely: when its texts are unlocked, every screen has texts to read again.
  users: [EVERYTHING],
};

/** The topic of the position of the account's events. */
const POSITION = 'position';

/**
 * Settles once the previous connection is closed; a subscription made sooner would join it and receive no events of its
 * own user.
 */
let lastUnsubscribe: Promise<void> = Promise.resolve();

/** What the tab with the stream tells all tabs. */
type Told =
  | { change: RecordChange }
  /** `fresh` is a connection that has missed what happened before it. */
  | { position: string; fresh: boolean }
  | 'disconnected';

interface Followed {
  user: string;
  signIn: string;
  /** Of the account's events, when everything was read. */
  position: string;
}

/**
 * Subscribes to what happens to the person's records; returns the function that ends it. One tab of the browser has the
 * stream: browsers open only six connections to a server. A connection begins with the position of the account's events:
 * everything is read again unless it is the one after which everything was read.
 */
export function followStream({ user, signIn, position }: Followed): () => void {
  let known = position;
  let joined = false;

  const hear = (told: Told) => {
    if (told === 'disconnected') {
      if (!isSigningOut()) void serverAnswers();
    } else if ('change' in told) onChange(told.change);
    else {
      const missed = told.position !== known && (told.fresh || !joined);
      joined = true;
      known = told.position;
      if (missed) void readAgain([EVERYTHING]);
    }
  };
  const stopListening = onConnection(() => {
    if (!isConnectionLost()) void readAgain([EVERYTHING]);
  });
  const leave = oneOfTabs<Told>({
    name: `kabinet-events:${user}:${signIn}`,
    lead: openStream,
    hear,
    greet: askPosition,
  });

  return () => {
    stopListening();
    leave();
  };
}

function onChange(change: RecordChange): void {
  const { collection, action, record } = change;
  const updated = action === 'delete' ? '' : String(record['updated']);
  void readAgain(STALE_BY[collection] ?? [], { id: record.id, updated });
  publishChange(change);
}

/** Has the server send the position once more, for a tab that has just come. */
function askPosition(): void {
  const { clientId } = pb.realtime;
  if (!clientId) return;
  const subscriptions = [POSITION, ...Object.keys(STALE_BY).map((collection) => `${collection}/*`)];
  // A connection that is lost meanwhile begins with its position.
  void pb.send('/api/realtime', { method: 'POST', body: { clientId, subscriptions } }).catch(() => undefined);
}

/** Keeps the stream open, and tells what comes; returns the function that closes it. */
function openStream(tell: (told: Told) => void): () => void {
  let stopped = false;
  let unconnected = false;
  let attempts = 0;
  let stream = '';

  const stopListening = onConnection(() => {
    if (!isConnectionLost() && unconnected) void connect();
  });
  const begin = ({ position }: { position: string }) => {
    const { clientId } = pb.realtime;
    tell({ position, fresh: clientId !== stream });
    stream = clientId;
  };

  const connect = async () => {
    unconnected = false;
    await lastUnsubscribe;
    if (stopped) return;
    attempts += 1;
    const attempt = attempts;
    try {
      // In parallel, so that one message names every topic.
      await Promise.all([
        pb.realtime.subscribe(POSITION, begin),
        ...Object.keys(STALE_BY).map((collection) =>
          pb.collection(collection).subscribe('*', ({ action, record }) => {
            // A subscription of an earlier attempt that is still in the SDK would deliver every event twice.
            if (attempt === attempts) tell({ change: { collection, action, record } });
          }),
        ),
      ]);
    } catch {
      if (stopped) return;
      // The SDK keeps subscriptions that it could not submit, and would deliver every event twice after the next
      // attempt.
      await pb.realtime.unsubscribe();
      unconnected = true;
      setTimeout(() => {
        if (unconnected) void connect();
      }, 15_000);
    }
  };
  pb.realtime.onDisconnect = (active) => {
    if (active.length > 0) tell('disconnected');
  };
  void connect();

  return () => {
    stopped = true;
    stopListening();
    lastUnsubscribe = pb.realtime.unsubscribe().catch(() => undefined);
  };
}
