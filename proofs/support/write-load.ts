import { setTimeout as sleep } from 'node:timers/promises';
import { startSignIn } from '#server/accounts/sign-ins/sign-ins.ts';
import { issueToken } from '#server/accounts/tokens/tokens.ts';
import type { Context } from '#server/ground/context.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { addClient, addPractitioner } from '#proofs/support/rows.ts';
import { addWorkingWeek } from '#proofs/support/working-week.ts';
import type { Change, WriteLedger } from '#proofs/support/write-ledger.ts';

/** A practitioner who sends one write at a time; no other caller changes their records. */
export interface Writer {
  owner: OwnerId;
  token: string;
  client: string;
  /** The ids of this writer's records, and the number of session and request times used so far. */
  records: Change[];
  sessions: number;
  requests: number;
}

/** Plants practitioners for the load, before the server starts. */
export async function plantWriters(site: Pick<Context, 'db' | 'secrets' | 'now'>, count: number): Promise<Writer[]> {
  const writers: Writer[] = [];
  const origin = { address: '127.0.0.1', device: 'test' };
  for (let index = 0; index < count; index += 1) {
    const owner = await addPractitioner(site.db);
    await addWorkingWeek(site.db, owner, { is_available: 1 });
    const { id: client } = await addClient(site.db, owner);
    const account = await site.db.read
      .selectFrom('users')
      .selectAll()
      .where('id', '=', owner)
      .executeTakeFirstOrThrow();
    const { id: jti } = await site.db.write((write) =>
      startSignIn({ context: site, write, now: site.now() }, owner, origin),
    );
    const token = issueToken(site.secrets, 'auth', account, { jti }, site.now());
    writers.push({ owner, token, client, records: [], sessions: 0, requests: 0 });
  }
  return writers;
}

export interface LoadOptions {
  url: string;
  writers: readonly Writer[];
  ledger: WriteLedger;
  /** Writes in one batch. */
  batch?: number;
  /** Requests a second, of all writers together; by default as many as the server takes. */
  rate?: number;
  deletes?: boolean;
}

export interface Load {
  /** Responses by status; 0 is no response. */
  statuses: Map<number, number>;
  /** Stops sending and waits for the open responses. */
  stop(): Promise<void>;
}

interface Sending {
  method: 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
  /** Whether a visitor sends it. */
  guest?: boolean;
  changes: readonly Change[];
}

const BATCH = 40;
const REQUESTS_OF_A_PRACTITIONER = 20;
const FIRST_SESSION = Temporal.Instant.from('2030-01-01T00:00:00Z');
const TEXT = 'Пришла спокойнее, чем в прошлый раз.';

/** Runs all writers until they are stopped or get no response. */
export function startLoad(options: LoadOptions): Load {
  const statuses = new Map<number, number>();
  const stopping = new AbortController();
  const { writers, rate } = options;
  const pause = rate === undefined ? 0 : (writers.length / rate) * 1000;
  const work = async (writer: Writer, index: number): Promise<void> => {
    const began = performance.now() + (pause * index) / writers.length;
    for (let sent = 0; !stopping.signal.aborted; sent += 1) {
      if (pause > 0) await sleep(Math.max(0, began + sent * pause - performance.now()));
      if (stopping.signal.aborted) return;
      const status = await send(options, writer, nextWrite(options, writer));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 0) return;
    }
  };
  const working = Promise.all(writers.map(work));
  return {
    statuses,
    async stop() {
      stopping.abort();
      await working;
    },
  };
}

/** Sends a write and enters its outcome in the ledger; returns its status, 0 without a whole response. */
async function send({ url, ledger }: LoadOptions, writer: Writer, write: Sending): Promise<number> {
  ledger.begin(write.changes);
  for (const change of write.changes) writer.records.push(change);
  try {
    const response = await fetch(`${url}${write.path}`, {
      method: write.method,
      headers: {
        ...(write.guest ? { 'x-forwarded-for': visitorAddress() } : { authorization: writer.token }),
        ...(write.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: write.body === undefined ? null : JSON.stringify(write.body),
    });
    await response.arrayBuffer();
    if (response.ok) ledger.acknowledge(write.changes);
    else if (response.status < 500) ledger.refuse(write.changes);
    return response.status;
  } catch {
    return 0;
  }
}

/** Retries creates with an unknown outcome at the server that now runs; returns the responses by status. */
export async function sendAgain({
  url,
  writers,
  ledger,
}: Pick<LoadOptions, 'url' | 'writers' | 'ledger'>): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  for (const changes of ledger.unanswered) {
    const [first] = changes;
    if (!first?.after || ledger.stateOf(first.id)) continue;
    const writer = writers.find(({ owner }) => owner === first.after?.['user']);
    if (!writer) continue;
    const body = { requests: changes.map(({ table, id, after }) => createOf(table, id, after)) };
    const response = await fetch(`${url}/api/batch`, {
      method: 'POST',
      headers: { authorization: writer.token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    await response.arrayBuffer();
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    if (response.ok) ledger.acknowledge(changes);
  }
  return statuses;
}

function nextWrite(options: LoadOptions, writer: Writer): Sending {
  const { batch = BATCH, deletes = true } = options;
  const draw = Math.random();
  if (draw < 0.35) return inBatch(Array.from({ length: batch }, () => newNote(writer)));
  if (draw < 0.45) return alone(newNote(writer));
  if (draw < 0.6) return alone(newSession(writer));
  if (draw < 0.65 && writer.requests < REQUESTS_OF_A_PRACTITIONER) return { ...alone(newRequest(writer)), guest: true };
  const known = pick(options, writer);
  if (!known) return alone(newNote(writer));
  if (deletes && draw > 0.95) return alone({ ...known, after: null });
  return update(writer, known);
}

/** Returns a record whose stored state is certain. */
function pick({ ledger }: LoadOptions, { records }: Writer): Change | null {
  for (let tries = 0; tries < 5 && records.length > 0; tries += 1) {
    const { table, id } = records[Math.floor(Math.random() * records.length)] ?? {};
    const after = id === undefined ? null : ledger.stateOf(id);
    if (table && id && after && !ledger.isOpen(id)) return { table, id, after };
  }
  return null;
}

function newNote({ owner }: Writer): Change {
  const id = newRecordId();
  return {
    table: 'blog_posts',
    id,
    after: { user: owner, title: `Заметка ${id}`, content: TEXT, date: '2026-11-21 00:00:00.000Z' },
  };
}

function newSession(writer: Writer): Change {
  const after = { user: writer.owner, client: writer.client, date: sessionDate(writer), news: '' };
  return { table: 'sessions', id: newRecordId(), after };
}

/** Nine o'clock in Moscow, on a day without a request so far. */
function newRequest(writer: Writer): Change {
  writer.requests += 1;
  const day = Temporal.Now.plainDateISO('UTC').add({ days: 2 + writer.requests });
  const id = newRecordId();
  const after = {
    user: writer.owner,
    name: `Посетитель ${id}`,
    phone: '+7 916 000-00-01',
    date: `${day.toString()} 06:00:00.000Z`,
    status: 'pending',
  };
  return { table: 'booking', id, after };
}

function update(writer: Writer, { table, id, after }: Change): Sending {
  const body = changesOf(writer, table, after?.['status'] === 'pending');
  return {
    method: 'PATCH',
    path: `/api/collections/${table}/records/${id}`,
    body,
    changes: [{ table, id, after: { ...after, ...body } }],
  };
}

function changesOf(writer: Writer, table: Change['table'], pending: boolean): Record<string, string> {
  if (table === 'booking') return { status: pending ? 'cancelled' : 'pending' };
  const text = `${TEXT} ${newRecordId()}`;
  return table === 'sessions' ? { news: text, date: sessionDate(writer) } : { content: text };
}

function sessionDate(writer: Writer): string {
  writer.sessions += 1;
  return FIRST_SESSION.add({ hours: writer.sessions }).toString({ fractionalSecondDigits: 3 }).replace('T', ' ');
}

function alone(change: Change): Sending {
  const { table, id, after } = change;
  const path = `/api/collections/${table}/records`;
  if (after === null) return { method: 'DELETE', path: `${path}/${id}`, changes: [change] };
  return { method: 'POST', path, body: { id, ...after }, changes: [change] };
}

function inBatch(changes: readonly Change[]): Sending {
  const requests = changes.map(({ table, id, after }) => createOf(table, id, after));
  return { method: 'POST', path: '/api/batch', body: { requests }, changes };
}

function createOf(table: string, id: string, after: Change['after']): object {
  return { method: 'POST', url: `/api/collections/${table}/records`, body: { id, ...after } };
}

function visitorAddress(): string {
  const part = (): number => 1 + Math.floor(Math.random() * 250);
  return `203.${part()}.${part()}.${part()}`;
}
