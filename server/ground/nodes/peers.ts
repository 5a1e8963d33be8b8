import { sql } from 'kysely';
import { z } from 'zod';
import { AppError, unavailable } from '#domain/errors.ts';
import { networkOf } from '#server/ground/http/address.ts';
import type { Database, Write } from '#server/ground/db/database.ts';
import { type LimitRule, TooManyRequests } from '#server/ground/limits/limit-rules.ts';
import type { Channel } from '#server/ground/nodes/channel.ts';
import { type Actor, GUEST, ownerId } from '#server/ground/identity/actor.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { deriveKey } from '#server/ground/sealing/box.ts';
import { decrypt, encrypt } from '#server/ground/sealing/cipher.ts';
import { WindowCounter } from '#server/ground/limits/window-counter.ts';

/** A subscription request for a stream, received by any node. */
export interface StreamCall {
  clientId: string;
  subscriptions: readonly string[];
  actor: Actor;
  address: string;
  /** What opens the caller's texts; see `KeyScope`. */
  keys: { part: string | null; strict: boolean };
}

const storedCall = z.object({
  clientId: z.string(),
  subscriptions: z.array(z.string()),
  actor: z.union([
    z.object({ kind: z.literal('guest') }).transform(() => GUEST),
    z.object({
      kind: z.literal('user'),
      owner: z.string().transform(ownerId),
      signIn: z.string(),
      expiresAt: z.number(),
      from: z.object({ address: z.string(), device: z.string() }),
    }),
  ]),
  address: z.string(),
  keys: z.object({ part: z.string().nullable(), strict: z.boolean() }),
}) satisfies z.ZodType<StreamCall>;

/** A stored call, sealed with the whole id of the stream, which no table holds. */
const sealedCall = z.object({ stream: z.string(), sealed: z.string() });

/** The part of the id by which a node finds the stream; the rest has over 140 random bits. */
const START_LENGTH = 12;

interface Answer {
  status: number;
  text: string;
}

const PREFIX_LENGTH = 6;
const DONE = 204;
const WAITING_MAX = 200;
/** An office that comes back online reopens its streams at once; more calls than that are an attack. */
const WAITING_OF_A_NETWORK_MAX = 20;
/** Each forwarded call costs two nodes a write. */
const FORWARDED_MAX: LimitRule = { name: 'forwarded-address', points: 300, seconds: 60 };
const LONGEST_WAIT_MS = 5000;

/** Forwards calls about a stream from the node that a proxy chose to the one that holds the stream. */
export class Peers {
  /** The prefix of the id of every stream of this node. */
  readonly prefix: string;
  readonly #db: Database;
  readonly #channel: Channel;
  readonly #forwarded = new WindowCounter(FORWARDED_MAX);
  readonly #waiting = new Map<string, { from: string; tell: (answer: Answer) => void }>();

  constructor(db: Database, channel: Channel) {
    this.#db = db;
    this.#channel = channel;
    this.prefix = channel.node.toString(36).padStart(PREFIX_LENGTH, '0');
    channel.on('stream-answer', ({ call, ...answer }) => this.#waiting.get(call)?.tell(answer));
  }

  /** Runs the call on the node that holds the stream. Throws that node's refusal, or a 404 where no node holds it. */
  async forward(call: StreamCall): Promise<void> {
    if (this.#waiting.size >= WAITING_MAX) throw unavailable('Too many calls wait for other nodes.');
    const from = networkOf(call.address);
    const before = [...this.#waiting.values()].filter((one) => one.from === from).length;
    if (before >= WAITING_OF_A_NETWORK_MAX) throw new TooManyRequests(1);
    this.#forwarded.take(from);
    const id = newRecordId();
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#waiting.set(id, { from, tell: resolve });
    const patience = setTimeout(() => resolve(MISSING), LONGEST_WAIT_MS).unref();
    try {
      const sent = await this.#db.write((write) => this.#send(write, id, call));
      const { status, text } = sent ? await promise : MISSING;
      if (status !== DONE) throw new AppError(status, text);
    } finally {
      clearTimeout(patience);
      this.#waiting.delete(id);
    }
  }

  /** Runs calls that other nodes forward to this one. */
  serve(run: (call: StreamCall) => Promise<void>, idOf: (start: string) => string | undefined): void {
    this.#channel.on('stream-call', ({ from, to, call }) => {
      if (to === this.#channel.node) void this.#answer(from, call, { run, idOf });
    });
  }

  async #send(write: Write, id: string, call: StreamCall): Promise<boolean> {
    const node = Number.parseInt(call.clientId.slice(0, PREFIX_LENGTH), 36);
    const own = this.#channel.node;
    if (!isNodeNumber(node) || node === own || !(await this.#channel.isListening(write, node))) return false;
    await sql`insert into stream_calls (id, call) values (${id}, ${sealCall(id, call)})`.execute(write.trx);
    this.#channel.publish(write, { kind: 'stream-call', from: own, to: node, call: id });
    return true;
  }

  async #answer(to: number, id: string, server: Server): Promise<void> {
    const answer = await this.#run(id, server).catch(answerOf);
    await this.#db
      .write(async (write) => this.#channel.publish(write, { kind: 'stream-answer', to, call: id, ...answer }))
      // The waiting caller times out with a 404 and opens another stream.
      .catch(() => undefined);
  }

  async #run(id: string, { run, idOf }: Server): Promise<Answer> {
    const { rows } = await this.#db.write(({ trx }) =>
      sql<{ call: string }>`delete from stream_calls where id = ${id} returning call`.execute(trx),
    );
    const [row] = rows;
    const call = row && openCall(id, row.call, idOf);
    if (!call) return MISSING;
    await run(call);
    return { status: DONE, text: '' };
  }
}

interface Server {
  run: (call: StreamCall) => Promise<void>;
  idOf: (start: string) => string | undefined;
}

function sealCall(id: string, call: StreamCall): string {
  const sealed = encrypt(keyOf(call.clientId), id, Buffer.from(JSON.stringify(call))).toString('base64');
  return JSON.stringify({ stream: call.clientId.slice(0, START_LENGTH), sealed });
}

function openCall(id: string, stored: string, idOf: Server['idOf']): StreamCall | null {
  const { stream, sealed } = sealedCall.parse(JSON.parse(stored));
  const clientId = idOf(stream);
  const json = clientId === undefined ? null : decrypt(keyOf(clientId), id, Buffer.from(sealed, 'base64'));
  return json && storedCall.parse(JSON.parse(json.toString()));
}

function keyOf(clientId: string): Buffer {
  return deriveKey(clientId, 'stream call');
}

const MISSING: Answer = { status: 404, text: 'Missing or invalid client id.' };

function answerOf(error: unknown): Answer {
  return error instanceof AppError ? { status: error.status, text: error.message } : MISSING;
}

function isNodeNumber(node: number): boolean {
  return Number.isInteger(node) && node >= 0 && node < 2 ** 31 - 1;
}

/** Deletes calls that no node has fetched. */
export async function forgetStreamCalls(db: Database): Promise<void> {
  await db.write(({ trx }) => sql`delete from stream_calls where made < now() - interval '1 minute'`.execute(trx));
}
