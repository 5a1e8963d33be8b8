import type { FastifyBaseLogger } from 'fastify';
import type { OpenDatabase } from '#server/ground/db/open-database.ts';
import { Channel } from '#server/ground/nodes/channel.ts';
import { Peers } from '#server/ground/nodes/peers.ts';
import { SharedEvents } from '#server/ground/nodes/shared-events.ts';
import { Events } from '#server/ground/events/events.ts';

/** The connections of this process to others on the same database. */
export interface Nodes {
  events: Events;
  /** null where no other process can share the database. */
  peers: Peers | null;
  close(): Promise<void>;
}

/** Returns no peers for SQLite, which has one process; on PostgreSQL others can start at any time. */
export async function openNodes(db: OpenDatabase, log: FastifyBaseLogger): Promise<Nodes> {
  if (db.engine === 'sqlite') return { events: new Events(() => db.read), peers: null, close: async () => undefined };
  const channel = await Channel.open(db, log);
  return { events: new SharedEvents(db, channel), peers: new Peers(db, channel), close: () => channel.close() };
}
