import { Socket } from 'node:net';
import pg from 'pg';
import { serverUrls } from '#server/config/postgres-url.ts';
import { DataUnavailable } from '#server/db/unavailable.ts';

const LONGEST_QUESTION_MS = 2000;

interface Server {
  url: string;
  host: string;
  port: number;
}

export interface ServerClientConfig extends pg.ClientConfig {
  /** After how long without a word in either direction a server counts as gone. */
  silenceMillis?: number;
}

/** Nobody is there who takes writes: a standby that was not promoted, a server that was told to read alone. */
export class TakesNoWrites extends DataUnavailable {}

/**
 * The servers of one database: a primary and the standbys that may take its place. Every connection is to the one that
 * takes writes, and to no other from the moment that one took over.
 *
 * A promoted standby begins a new timeline. A server whose timeline is older than one that was seen is a primary of
 * before that came back: what is written there would be lost.
 */
export class PostgresServers {
  readonly #servers: readonly Server[];
  readonly #clients = new Map<ServerClient, Server>();
  #current: Server | null;
  #timeline = '';
  #looking: Promise<Server> | null = null;

  constructor(url: string) {
    const urls = serverUrls(url) ?? [];
    this.#servers = urls.map((each) => {
      const { host, port } = new pg.Client({ connectionString: each });
      return { url: each, host, port };
    });
    this.#current = this.#servers.length === 1 ? (this.#servers[0] ?? null) : null;
  }

  /** A connection of the caller's own; connects to whichever server takes writes by then. */
  client(config: ServerClientConfig): pg.Client {
    return new ServerClient(this, this.#complete(config));
  }

  pool(config: pg.PoolConfig & ServerClientConfig): pg.Pool {
    return new pg.Pool({ ...this.#complete(config), Client: clientsOf(this) }).on('error', unheard);
  }

  #complete<Options extends pg.ClientConfig>(config: Options): Options {
    return { ...config, connectionString: this.#servers[0]?.url };
  }

  async connect(client: ServerClient, connect: () => Promise<unknown>): Promise<void> {
    const server = this.#current ?? (await this.#look());
    client.host = server.host;
    client.port = server.port;
    try {
      await connect();
      await this.#check(client);
      // Another one was found meanwhile.
      if (this.#current !== null && this.#current !== server) throw new TakesNoWrites();
    } catch (error) {
      client.end().catch(unheard);
      if (this.#current === server && this.#servers.length > 1) this.#current = null;
      throw error;
    }
    this.#clients.set(client, server);
    client.once('end', () => this.#clients.delete(client));
  }

  /** Answers the timeline of a server that takes writes. */
  async #check(client: pg.Client): Promise<string> {
    const { rows } = await client.query<{ timeline: string | null }>(
      this.#servers.length > 1 ? WRITABLE_TIMELINE : WRITABLE,
    );
    const timeline = rows[0]?.timeline ?? null;
    if (timeline === null || timeline < this.#timeline) throw new TakesNoWrites();
    this.#timeline = timeline;
    return timeline;
  }

  #look(): Promise<Server> {
    return (this.#looking ??= this.#askAll().finally(() => (this.#looking = null)));
  }

  async #askAll(): Promise<Server> {
    const answers = await Promise.allSettled(this.#servers.map((server) => this.#ask(server)));
    const [newest] = answers
      .filter((answer) => answer.status === 'fulfilled')
      .map(({ value }) => value)
      .toSorted((a, b) => (a.timeline < b.timeline ? 1 : -1));
    if (!newest) throw answers.find((answer) => answer.status === 'rejected')?.reason ?? new TakesNoWrites();
    this.#current = newest.server;
    for (const [client, server] of this.#clients) if (server !== newest.server) client.cut();
    return newest.server;
  }

  async #ask(server: Server): Promise<{ server: Server; timeline: string }> {
    const client = new pg.Client({
      connectionString: server.url,
      application_name: 'kabinet',
      connectionTimeoutMillis: LONGEST_QUESTION_MS,
      query_timeout: LONGEST_QUESTION_MS,
    });
    client.on('error', unheard);
    try {
      await client.connect();
      return { server, timeline: await this.#check(client) };
    } finally {
      client.end().catch(unheard);
    }
  }
}

const WRITABLE = `
  select case when pg_is_in_recovery() or current_setting('transaction_read_only')::boolean then null else '' end
    as timeline`;
const WRITABLE_TIMELINE = `
  select case when pg_is_in_recovery() or current_setting('transaction_read_only')::boolean then null
    else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`;

const unheard = (): void => undefined;

class ServerClient extends pg.Client {
  readonly #servers: PostgresServers;
  readonly #socket: Socket;

  constructor(servers: PostgresServers, config: ServerClientConfig = {}) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.#servers = servers;
    this.#socket = socket;
    if (config.silenceMillis !== undefined) socket.setTimeout(config.silenceMillis, () => this.cut());
    // A connection that is lost fails the query in flight; unheard, it would end the process.
    this.on('error', unheard);
  }

  override connect(): Promise<this>;
  override connect(tell: (error: Error | null) => void): void;
  override connect(tell?: (error: Error | null) => void): Promise<this> | void {
    const connecting = this.#servers.connect(this, () => super.connect()).then(() => this);
    if (!tell) return connecting;
    connecting.then(() => tell(null), tell);
  }

  /** Without a word to the server, which may not be there to hear it. */
  cut(): void {
    this.#socket.destroy();
  }
}

/** For a pool, which makes its own. */
function clientsOf(servers: PostgresServers): new (options?: ServerClientConfig) => ServerClient {
  return class extends ServerClient {
    constructor(options?: ServerClientConfig) {
      super(servers, options);
    }
  };
}
