import type { FastifyBaseLogger } from 'fastify';
import type { OpenDatabase } from '#server/db/open-database.ts';
import { Channel } from '#server/nodes/channel.ts';
import { Peers } from '#server/nodes/peers.ts';
import { SharedEvents } from '#server/nodes/shared-events.ts';
import { Events } from '#server/events/events.ts';

/** What ties this process to others over the same database. */
export interface Nodes {
  events: Events;
  /** null where there can be no others. */
  peers: Peers | null;
  close(): Promise<void>;
}

/** A process with a file of its own is alone; on PostgreSQL there may be others, now or later. */
export async function openNodes(db: OpenDatabase, log: FastifyBaseLogger): Promise<Nodes> {
  if (db.engine === 'sqlite') return { events: new Events(), peers: null, close: async () => undefined };
  const channel = await Channel.open(db, log);
  return { events: new SharedEvents(db, channel), peers: new Peers(db, channel), close: () => channel.close() };
}
