import type { RecordModel } from 'pocketbase';

export interface RecordChange {
  collection: string;
  action: string;
  record: RecordModel;
}

type Listener = (change: RecordChange) => void;
const listeners = new Set<Listener>();

/** Subscribes to every change of the person's own records, from any tab or device. */
export function onRecordChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Passes a change to all subscribers. */
export function publishChange(change: RecordChange): void {
  for (const listener of listeners) listener(change);
}
