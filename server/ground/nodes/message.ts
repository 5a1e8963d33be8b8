import { z } from 'zod';
import { RECORD_TABLES } from '#server/ground/db/tables.ts';
import { RECORD_ID } from '#server/ground/identity/record-id.ts';

/** PostgreSQL takes payloads below 8000 bytes; this many ids of 15 characters stay well below. */
export const IDS_AT_ONCE = 300;

const id = z.string().regex(RECORD_ID);
const node = z.int();

/** Messages between nodes: ids and never values, because every user of the database can listen. */
const message = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('records'),
    collection: z.enum(RECORD_TABLES),
    action: z.enum(['create', 'update', 'delete']),
    owner: id,
    ids: z.array(id),
  }),
  z.object({ kind: z.literal('missed'), owner: id }),
  z.object({ kind: z.literal('access-ended'), from: node, user: id, signIn: z.string().optional() }),
  /** A call to one node about a stream that another one holds; the call itself is stored in `stream_calls`. */
  z.object({ kind: z.literal('stream-call'), from: node, to: node, call: id }),
  z.object({ kind: z.literal('stream-answer'), to: node, call: id, status: z.int(), text: z.string() }),
]);

export type NodeMessage = z.infer<typeof message>;

/** Returns the message in a payload; null for one of a newer version, which this one cannot parse. */
export function readMessage(payload: string): NodeMessage | null {
  try {
    return message.safeParse(JSON.parse(payload)).data ?? null;
  } catch {
    return null;
  }
}
