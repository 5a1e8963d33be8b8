import type { QueryClient } from '@tanstack/react-query';
import type { RecordModel } from 'pocketbase';
import { pb } from '#web/ground/api/client.ts';
import { dropStartedLists } from '#web/ground/api/lists.ts';
import { isConnectionLost, onConnection, serverAnswers } from '#web/ground/api/connection.ts';

/** An account changes rarely: when its texts are unlocked, every screen has texts to read again. */
const EVERYTHING = '*';

/** The subscribed collections, and the query keys that a change in each invalidates. */
const STALE_BY: Record<string, string[]> = {
  clients: ['clients', 'sessions'],
  sessions: ['sessions', 'clients'],
  booking: ['booking', 'sessions'],
  blog_posts: ['blog_posts'],
  availability_settings: ['availability_settings', 'sessions'],
  profiles: ['profiles', 'sessions'],
  series: ['series'],
  series_skips: ['series_skips'],
  letters: ['letters'],
  consent_documents: ['consent_documents'],
  consents: ['consents'],
  erasures: ['erasures'],
  users: [EVERYTHING],
};

/** Events of one action come in a burst; one refetch covers them all. In milliseconds. */
const GATHER = 120;

export interface RecordChange {
  collection: string;
  action: string;
  record: RecordModel;
}

type Listener = (change: RecordChange) => void;
const listeners = new Set<Listener>();

/**
 * Settles once the previous connection is closed; a subscription made sooner would join it and receive no events of its
 * own user.
 */
let lastUnsubscribe: Promise<void> = Promise.resolve();

/** Receives every change of the person's own records, from any tab or device. */
export function onRecordChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Subscribes while a person is signed in; returns the function that ends it. */
export function startRealtime(queryClient: QueryClient): () => void {
  let stopped = false;
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unconnected = false;
  let attempts = 0;

  const invalidate = () => {
    for (const key of new Set([...changed].flatMap((name) => STALE_BY[name] ?? []))) {
      void queryClient.invalidateQueries(key === EVERYTHING ? {} : { queryKey: [key] });
    }
    changed.clear();
  };
  const hear = (change: RecordChange) => {
    changed.add(change.collection);
    dropStartedLists();
    clearTimeout(timer);
    timer = setTimeout(invalidate, GATHER);
    for (const listener of listeners) listener(change);
  };
  const stopListening = onConnection(() => {
    if (isConnectionLost()) return;
    dropStartedLists();
    void queryClient.invalidateQueries();
    if (unconnected) void connect();
  });
  const connected = () => {
    // The server repeats no event of the time before the subscription: what was read then may be stale.
    dropStartedLists();
    void queryClient.invalidateQueries();
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
        pb.realtime.subscribe('PB_CONNECT', connected),
        ...Object.keys(STALE_BY).map((collection) =>
          pb.collection(collection).subscribe('*', ({ action, record }) => {
            // A subscription of an earlier attempt that is still in the SDK would deliver every event twice.
            if (attempt === attempts) hear({ collection, action, record });
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
    if (active.length === 0) return;
    dropStartedLists();
    void serverAnswers();
  };
  void connect();

  return () => {
    stopped = true;
    stopListening();
    clearTimeout(timer);
    lastUnsubscribe = pb.realtime.unsubscribe().catch(() => undefined);
  };
}
