import { connect, type Socket } from 'node:net';
import { type Call, type Cast, newSession, records, type Rival } from '#bench/calls.ts';
import { askOnce, Connection, encode, type Request } from '#bench/load.ts';
import type { Planted } from '#bench/plant.ts';
import { signIn, type Stage } from '#bench/rivals.ts';

/** Each account has as many windows open; an event goes to those of its own account alone. */
const STREAMS_EACH = 25;
const EVENT = 'event:sessions/*';
/** A lost stream gets no event, and the measurement would wait for it for ever. */
const PATIENCE_MS = 60_000;
/** Beyond the times of all other creates. */
const TIMES_FROM = 3_000_000;

export const FAN_OUT: Call = {
  name: 'events sent to 1,000 open streams',
  connections: 4,
  compare: 'nothing',
  to: {},
};

interface Owner {
  practice: Planted;
  token: string;
  /** The client addresses that a proxy would forward: one address may not have all streams. */
  headers: Record<string, string>;
}

/** A thousand open streams of one server's, and how fast creates are published to all of them. */
export class Audience {
  readonly #stage: Pick<Stage, 'rival' | 'server'>;
  readonly #owners: Owner[] = [];
  readonly #sockets: Socket[] = [];
  #heard = 0;
  #wanted = 0;
  #done: PromiseWithResolvers<void> | null = null;
  #created = 0;

  constructor(stage: Pick<Stage, 'rival' | 'server'>) {
    this.#stage = stage;
  }

  async gather(practices: readonly Planted[], streams: number): Promise<void> {
    const { rival, server } = this.#stage;
    for (const [at, practice] of practices.slice(0, Math.ceil(streams / STREAMS_EACH)).entries()) {
      const token = await signIn(rival, server.port, practice, 0xfe_0000 + at);
      const owner = { practice, token, headers: { 'X-Forwarded-For': `10.254.1.${at}` } };
      this.#owners.push(owner);
      for (let stream = 0; stream < STREAMS_EACH; stream += 1) await this.#listen(owner);
    }
  }

  get streams(): number {
    return this.#sockets.length;
  }

  /** Creates a session in each practice. Returns how many events a second arrived until the last of them. */
  async tell(): Promise<number> {
    const { rival, server } = this.#stage;
    this.#done = Promise.withResolvers<void>();
    const limit = setTimeout(() => this.#done?.reject(new Error(`${rival} told ${this.#heard} events`)), PATIENCE_MS);
    this.#heard = 0;
    this.#wanted = this.#sockets.length;
    const waiting = [...this.#owners];
    const open = await Promise.all(Array.from({ length: FAN_OUT.connections }, () => Connection.open(server.port)));
    const began = performance.now();
    await Promise.all(
      open.map(async (connection) => {
        for (let owner = waiting.pop(); owner; owner = waiting.pop()) {
          const answer = await connection.ask(encode(this.#create(rival, owner)));
          if (answer.status >= 300) throw new Error(`create: ${answer.raw.toString()}`);
        }
      }),
    );
    await this.#done.promise;
    clearTimeout(limit);
    const seconds = (performance.now() - began) / 1000;
    for (const connection of open) connection.close();
    return this.#wanted / seconds;
  }

  leave(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #create(rival: Rival, { practice, token }: Owner): Request {
    const practices: Cast['practices'] = { reader: practice, searcher: practice, veteran: practice, writer: practice };
    const body = JSON.stringify(newSession({ practices }, TIMES_FROM + this.#created++));
    return { method: 'POST', path: rival === 'bare' ? '/sessions' : records('sessions'), body, token };
  }

  async #listen({ token, headers }: Owner): Promise<void> {
    const { rival, server } = this.#stage;
    const { promise: greeted, resolve: greet, reject } = Promise.withResolvers<string>();
    const socket = connect(server.port, '127.0.0.1').setEncoding('latin1');
    this.#sockets.push(socket);
    let rest = '';
    socket.on('data', (chunk) => {
      const text = rest + chunk.toString();
      const id = /"clientId":"([^"]+)"/.exec(text)?.[1] ?? (text.includes('event:connected') ? '' : undefined);
      if (id !== undefined) greet(id);
      const parts = text.split(EVENT);
      rest = (parts.at(-1) ?? '').slice(1 - EVENT.length);
      this.#hear(parts.length - 1);
    });
    socket.on('close', () => reject(new Error(`${rival} closed a stream before it said anything`)));
    socket.write(encode({ method: 'GET', path: rival === 'bare' ? '/events' : '/api/realtime', token, headers }));
    const clientId = await greeted;
    if (rival === 'bare') return;
    const body = JSON.stringify({ clientId, subscriptions: ['sessions/*'] });
    await askOnce(server.port, { method: 'POST', path: '/api/realtime', body, token, headers });
  }

  #hear(events: number): void {
    this.#heard += events;
    if (this.#heard >= this.#wanted) this.#done?.resolve();
  }
}
