import type { RecordModel } from 'pocketbase';
import { pb } from '#web/ground/api/client.ts';
import { startPosition } from '#web/ground/api/lists.ts';
import { EVERYTHING, readAgain } from '#web/ground/api/read-again.ts';
import { isConnectionLost, onConnection, serverAnswers } from '#web/ground/api/connection.ts';

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
  // It changes rarely: when its texts are unlocked, every screen has texts to read again.
  users: [EVERYTHING],
};

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

/**
 * Subscribes while a person is signed in; returns the function that ends it. A connection begins with the position of
 * the account's events: everything is read again unless it is the one after which everything was read.
 */
export function startRealtime(): () => void {
  let stopped = false;
  let unconnected = false;
  let attempts = 0;
  let known = startPosition();

  const onChange = (change: RecordChange) => {
    const { collection, action, record } = change;
    const updated = action === 'delete' ? '' : String(record['updated']);
    void readAgain(STALE_BY[collection] ?? [], { id: record.id, updated });
    for (const listener of listeners) listener(change);
  };
  const stopListening = onConnection(() => {
    if (isConnectionLost()) return;
    void readAgain([EVERYTHING]);
    if (unconnected) void connect();
  });
  const begin = ({ position }: { position: string }) => {
    if (position === known) return;
    known = position;
    void readAgain([EVERYTHING]);
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
        pb.realtime.subscribe('position', begin),
        ...Object.keys(STALE_BY).map((collection) =>
          pb.collection(collection).subscribe('*', ({ action, record }) => {
            // A subscription of an earlier attempt that is still in the SDK would deliver every event twice.
            if (attempt === attempts) onChange({ collection, action, record });
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
    if (active.length > 0) void serverAnswers();
  };
  void connect();

  return () => {
    stopped = true;
    stopListening();
    lastUnsubscribe = pb.realtime.unsubscribe().catch(() => undefined);
  };
}
