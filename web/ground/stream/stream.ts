import { pb } from '#web/ground/api/client.ts';
import { isConnectionLost, onConnection, serverAnswers } from '#web/ground/api/connection.ts';
import { EVERYTHING, readAgain } from '#web/ground/api/read-again.ts';
import { publishChange, type RecordChange } from '#web/ground/api/record-changes.ts';
import { isSigningOut } from '#web/ground/api/session.ts';
import { electLeader } from '#web/ground/browser/tab-leader.ts';

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
  // Changes rarely: for example when the texts are unlocked, and then every screen has texts to refetch.
  users: [EVERYTHING],
};

/** The topic that delivers the position in the account's events. */
const POSITION = 'position';

/**
 * Settles once the previous connection is closed; subscribing sooner would reuse that connection and receive no events
 * for this user.
 */
let lastUnsubscribe: Promise<void> = Promise.resolve();

/** What the tab with the stream sends to all tabs. */
type Message =
  | { change: RecordChange }
  /** `fresh` is true for a new connection, which may have missed events. */
  | { position: string; fresh: boolean }
  | 'disconnected';

interface Followed {
  user: string;
  signIn: string;
  /** The position in the account's events when everything was read. */
  position: string;
}

/**
 * Subscribes to changes of the person's records; returns the function that unsubscribes. Only one tab of the browser
 * keeps the stream open, because browsers allow only six connections to a server. A connection begins with the position
 * in the account's events: if it differs from the known one, everything is refetched.
 */
export function followStream({ user, signIn, position }: Followed): () => void {
  let known = position;
  let joined = false;

  const onMessage = (message: Message) => {
    if (message === 'disconnected') {
      if (!isSigningOut()) void serverAnswers();
    } else if ('change' in message) onChange(message.change);
    else {
      const missed = message.position !== known && (message.fresh || !joined);
      joined = true;
      known = message.position;
      if (missed) void readAgain([EVERYTHING]);
    }
  };
  const stopListening = onConnection(() => {
    if (!isConnectionLost()) void readAgain([EVERYTHING]);
  });
  const leave = electLeader<Message>({
    name: `kabinet-events:${user}:${signIn}`,
    lead: openStream,
    onMessage,
    onJoin: askPosition,
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

/** Makes the server send the position again, for a tab that has just joined. */
function askPosition(): void {
  const { clientId } = pb.realtime;
  if (!clientId) return;
  const subscriptions = [POSITION, ...Object.keys(STALE_BY).map((collection) => `${collection}/*`)];
  // If the connection is lost meanwhile, the next one begins with the position anyway.
  void pb.send('/api/realtime', { method: 'POST', body: { clientId, subscriptions } }).catch(() => undefined);
}

/** Keeps the stream open and passes on its events; returns the function that closes it. */
function openStream(send: (message: Message) => void): () => void {
  let stopped = false;
  let unconnected = false;
  let attempts = 0;
  let stream = '';

  const stopListening = onConnection(() => {
    if (!isConnectionLost() && unconnected) void connect();
  });
  const begin = ({ position }: { position: string }) => {
    const { clientId } = pb.realtime;
    send({ position, fresh: clientId !== stream });
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
            // The SDK may still hold a subscription of an earlier attempt, which would deliver every event twice.
            if (attempt === attempts) send({ change: { collection, action, record } });
          }),
        ),
      ]);
    } catch {
      if (stopped) return;
      // The SDK keeps subscriptions that it could not submit: after the next attempt they would deliver every event
      // twice.
      await pb.realtime.unsubscribe();
      unconnected = true;
      setTimeout(() => {
        if (unconnected) void connect();
      }, 15_000);
    }
  };
  pb.realtime.onDisconnect = (active) => {
    if (active.length > 0) send('disconnected');
  };
  void connect();

  return () => {
    stopped = true;
    stopListening();
    lastUnsubscribe = pb.realtime.unsubscribe().catch(() => undefined);
  };
}
