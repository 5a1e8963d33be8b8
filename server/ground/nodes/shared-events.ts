import type { Database, Write } from '#server/ground/db/database.ts';
import { keysInScope, openedFor } from '#server/ground/db/strict-keys.ts';
import type { Channel } from '#server/ground/nodes/channel.ts';
import { keepDeleted, readDeleted } from '#server/ground/nodes/deleted-rows.ts';
import { IDS_AT_ONCE, type NodeMessage } from '#server/ground/nodes/message.ts';
import { type OwnerId, ownerId } from '#server/ground/identity/actor.ts';
import { type AccessEvent, Events, type RecordChange } from '#server/ground/events/events.ts';
import { idList, type AnyRow, loose } from '#server/ground/db/query.ts';
import { openRows } from '#server/ground/db/sealed-rows.ts';
import { TABLES } from '#server/ground/db/tables.ts';

type Records = Extract<NodeMessage, { kind: 'records' }>;

/**
 * Events of all nodes, published as ids; the row is read when a subscriber of this node has access to it, so that it is
 * never older than the event. A node receives its own writes as it receives others': in the order of commits, and none
 * after the end of a sign-in that precedes them.
 */
export class SharedEvents extends Events {
  readonly #db: Database;
  readonly #channel: Channel;

  constructor(db: Database, channel: Channel) {
    super(() => db.read);
    this.#db = db;
    this.#channel = channel;
    channel.on('records', (message) => this.#onRecords(message));
    channel.on('access-ended', ({ from, user, signIn }) => {
      if (from !== channel.node) this.emitAccessEnded(signIn === undefined ? { user } : { user, signIn });
    });
    channel.on('missed', ({ owner }) => this.emitMissed(ownerId(owner)));
    channel.onMissed(() => this.emitMissed());
  }

  override async publishRecords(write: Write, change: RecordChange): Promise<void> {
    const { collection, action, owner, rows } = change;
    // The streams of a deleted account end, so its rows have no subscriber.
    if (action === 'delete' && collection !== 'users') await keepDeleted(write, collection, owner, rows);
    for (let at = 0; at < rows.length; at += IDS_AT_ONCE) {
      const ids = rows.slice(at, at + IDS_AT_ONCE).map((row) => String(row['id']));
      this.#channel.publish(write, { kind: 'records', collection, action, owner, ids });
    }
  }

  override publishMissed(write: Write, owner: OwnerId): void {
    this.#channel.publish(write, { kind: 'missed', owner });
  }

  override publishAccessEnded(write: Write, event: AccessEvent): void {
    this.#channel.publish(write, { kind: 'access-ended', from: this.#channel.node, ...event });
    super.publishAccessEnded(write, event);
  }

  #onRecords(message: Records): void {
    const { collection, action, ids } = message;
    const owner = ownerId(message.owner);
    const known = new Map<string, Promise<Map<unknown, AnyRow>>>();
    const rows = () => known.getOrInsertComputed(openedFor(keysInScope(owner)), () => this.#readRows(message));
    for (const id of ids) {
      this.emitRecord({ collection, action, owner, id, row: async () => (await rows()).get(id) ?? null });
    }
  }

  async #readRows({ collection, action, owner, ids }: Records): Promise<Map<unknown, AnyRow>> {
    const { read } = this.#db;
    const stored = loose(read).selectFrom<string>(collection).selectAll().where('id', 'in', idList('postgres', ids));
    const rows =
      action === 'delete'
        ? await readDeleted(this.#db, collection, ownerId(owner), ids)
        : await openRows(read, collection, await stored.where(TABLES[collection].owner, '=', owner).execute());
    return new Map(rows.map((row) => [row['id'], row]));
  }
}
