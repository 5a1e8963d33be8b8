import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Write } from '#server/ground/db/database.ts';
import type { PostgresDatabase } from '#server/ground/db/postgres.ts';
import { describeError } from '#server/ground/process/log.ts';
import { type NodeMessage, readMessage } from '#server/ground/nodes/message.ts';

const NAME = 'kabinet';

/** The first of an advisory lock's two keys; the second is the number of the node that holds it while it listens. */
export const NODE_LOCKS = 1_785_340_611;
const LARGEST_NUMBER = 2 ** 31 - 1;

/** How often the connection is probed, so that one that broke without an error is detected. */
const PROBE_MS = 5000;
const PAUSES_MS = [50, 200, 500, 1000] as const;

type Listener<Kind extends NodeMessage['kind']> = (message: Extract<NodeMessage, { kind: Kind }>) => void;

/**
 * Messages between the nodes of one database: published in a transaction and delivered to all nodes after its commit,
 * in the order of commits. One connection next to the pool listens, and is reopened when it is lost.
 */
export class Channel {
  /** The number of this process among the nodes. */
  readonly node = randomInt(LARGEST_NUMBER);
  readonly #db: PostgresDatabase;
  readonly #log: FastifyBaseLogger;
  readonly #listeners = new Map<string, Set<(message: NodeMessage) => void>>();
  readonly #missed = new Set<() => void>();
  /** Weak, because nothing reports a rollback: its messages disappear with the write. */
  readonly #waiting = new WeakMap<Write, NodeMessage[]>();
  readonly #closing = new AbortController();
  #client: pg.Client | null = null;
  #probe: NodeJS.Timeout | undefined;
  #reconnecting: Promise<void> | null = null;

  private constructor(db: PostgresDatabase, log: FastifyBaseLogger) {
    this.#db = db;
    this.#log = log;
  }

  static async open(db: PostgresDatabase, log: FastifyBaseLogger): Promise<Channel> {
    const channel = new Channel(db, log);
    await channel.#listen();
    channel.#probe = setInterval(() => void channel.#tryConnection(), PROBE_MS).unref();
    return channel;
  }

  on<Kind extends NodeMessage['kind']>(kind: Kind, listener: Listener<Kind>): void {
    const listeners = this.#listeners.get(kind) ?? new Set();
    this.#listeners.set(kind, listeners);
    // The map's key is the kind, which makes this cast safe.
    listeners.add(listener as (message: NodeMessage) => void);
  }

  /** Registers a listener for a restored connection: messages published while it was lost are never delivered. */
  onMissed(listener: () => void): void {
    this.#missed.add(listener);
  }

  /** Publishes a message with the commit; all messages of a transaction take one statement. */
  publish(write: Write, message: NodeMessage): void {
    const waiting = this.#waiting.get(write);
    if (waiting) {
      waiting.push(message);
      return;
    }
    const messages = [message];
    this.#waiting.set(write, messages);
    const send = async (): Promise<void> => {
      // Messages published after this take a statement of their own.
      this.#waiting.delete(write);
      // Numbered, because PostgreSQL delivers equal payloads of one transaction only once.
      const payloads = JSON.stringify(messages.map((each, at) => JSON.stringify({ ...each, at })));
      await sql`
        select pg_notify(${NAME}, payload) from jsonb_array_elements_text(cast(${payloads} as jsonb)) as payload
      `.execute(write.trx);
    };
    // After all other callbacks before the commit: they publish too.
    write.beforeCommit(async () => write.beforeCommit(send));
  }

  /** Returns whether a node listens; must run in a transaction. */
  async isListening({ trx }: Write, node: number): Promise<boolean> {
    // The lock is free only where no node holds it.
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(${NODE_LOCKS}::int, ${node}::int) as free
    `.execute(trx);
    return rows[0]?.free === false;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#probe);
    const client = this.#client;
    this.#client = null;
    await client?.end();
    await this.#reconnecting;
  }

  async #listen(): Promise<void> {
    const client = await this.#db.connect();
    try {
      client.on('error', () => this.#onLost(client)).on('end', () => this.#onLost(client));
      client.on('notification', ({ payload = '' }) => this.#onNotification(payload));
      // Shared, because PostgreSQL may keep the previous connection open for a while after it broke.
      await client.query('select pg_advisory_lock_shared($1, $2)', [NODE_LOCKS, this.node]);
      await client.query(`listen ${NAME}`);
    } catch (error) {
      closeQuietly(client);
      throw error;
    }
    if (this.#closing.signal.aborted) return closeQuietly(client);
    this.#client = client;
  }

  #onNotification(payload: string): void {
    const message = readMessage(payload);
    if (!message) return;
    for (const listener of this.#listeners.get(message.kind) ?? []) {
      try {
        listener(message);
      } catch (error) {
        this.#log.error({ error: describeError(error) }, 'a message of a node could not be processed');
      }
    }
  }

  async #tryConnection(): Promise<void> {
    const client = this.#client;
    try {
      await client?.query('select 1');
    } catch {
      if (client) this.#onLost(client);
    }
  }

  #onLost(client: pg.Client): void {
    if (this.#client !== client || this.#closing.signal.aborted) return;
    this.#client = null;
    closeQuietly(client);
    this.#log.warn('the connection to the other nodes broke');
    this.#reconnecting = this.#reconnect();
  }

  async #reconnect(): Promise<void> {
    const { signal } = this.#closing;
    for (let attempt = 0; this.#client === null; attempt += 1) {
      const pause = PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)];
      await sleep(pause, undefined, { ref: false, signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        await this.#listen();
      } catch (error) {
        this.#log.warn({ error: describeError(error), attempt }, 'the connection to the other nodes stays broken');
      }
    }
    this.#log.info('the connection to the other nodes is restored');
    for (const listener of this.#missed) listener();
  }
}

/** Does not wait: a broken connection may never report its end. */
function closeQuietly(client: pg.Client): void {
  client.end().catch(() => undefined);
}
