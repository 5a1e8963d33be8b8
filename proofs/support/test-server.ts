import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import type { FastifyInstance } from 'fastify';
import PocketBase, { ClientResponseError } from 'pocketbase';
import { startSignIn } from '#server/accounts/sign-ins/sign-ins.ts';
import { issueToken, USERS_COLLECTION_ID } from '#server/accounts/tokens/tokens.ts';
import type { Config } from '#server/ground/config/config.ts';
import type { Context } from '#server/ground/context.ts';
import type { Engine } from '#server/ground/db/database.ts';
import type { NewRow } from '#server/ground/db/schema.ts';
import { refuseInsideWrite } from '#server/ground/db/transaction.ts';
import type { StorageDeps } from '#server/ground/db/storage.ts';
import type { Limits } from '#server/ground/limits/limit-rules.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { startServer } from '#server/start-server.ts';
import { createTablesData, forEachEngine, nodeCount } from '#proofs/support/engines.ts';
import { joinNodes } from '#proofs/support/join-nodes.ts';
import { addPractitioner } from '#proofs/support/rows.ts';

export interface TestPractitioner {
  owner: OwnerId;
  bookingHash: string;
  /** A signed-in client. */
  pb: PocketBase;
}

/** A server, or several nodes over one database, as their callers see them. */
export interface Callers {
  /** A verified practitioner, signed in. */
  practitioner(profile?: Partial<NewRow<'profiles'>>): Promise<TestPractitioner>;
  /** The same practitioner with a new sign-in, for instance after the clock moved, or at the next node. */
  signIn(practitioner: TestPractitioner): Promise<TestPractitioner>;
  /** A visitor without a token, from their own address. */
  visitor(address?: string): PocketBase;
}

/** The whole server on fresh data, with a clock that tests set and callers from any address. */
export interface TestServer extends Callers, AsyncDisposable {
  url: string;
  /** The address of the node whose `app` this is. */
  direct: string;
  app: FastifyInstance;
  context: Context;
  mailboxKey: string;
  /** The server's time. */
  clock: { now: Temporal.Instant };
  dispose(): Promise<void>;
}

/** Saturday noon in Moscow. */
export const NOON = Temporal.Instant.from('2026-11-21T09:00:00Z');

/** X-Forwarded-For is trusted on requests from this address. */
export const TRUSTED_PROXY = '127.0.0.1';

/**
 * No limits: for tests that send more requests than allowed. As on PostgreSQL, where the count is a separate statement,
 * counting inside a transaction fails.
 */
export const UNLIMITED: Limits = {
  take: async () => refuseInsideWrite(),
  takeAll: async () => {
    refuseInsideWrite();
    return null;
  },
  giveBack: async () => refuseInsideWrite(),
};

/** The real cost of a password is tested in `server/accounts/passwords/password.test.ts`. */
export const CHEAP_PASSWORDS = { memory: 64, passes: 1, parallelism: 1 } as const;

interface TestServerOptions {
  /** The built web; without it the server has only the API. */
  webFolder?: string;
  replace?: Partial<Pick<Context, 'log' | 'limits'> & Pick<StorageDeps, 'roomAt'>>;
  config?: Partial<Config>;
}

export async function openTestServer(engine: Engine, options: TestServerOptions = {}): Promise<TestServer> {
  const data = await createTablesData(engine);
  const clock = { now: NOON };
  const config = { ...data.config, trustProxy: [TRUSTED_PROXY], passwordCost: CHEAP_PASSWORDS, ...options.config };
  const webFolder = options.webFolder ?? join(tmpdir(), 'no-web');
  const replace = { now: () => clock.now, ...options.replace };
  const first = await startServer(config, webFolder, replace);
  const others = await Promise.all(
    Array.from({ length: nodeCount(engine) - 1 }, () => startServer(config, webFolder, replace)),
  );
  const site = await joinNodes([first, ...others]);
  const { context, mailboxKey } = first;
  const dispose = async (): Promise<void> => {
    await site.close();
    await Promise.all([first, ...others].map((node) => node.stop()));
    await data.dispose();
  };
  return {
    ...callersOf([site.url], context),
    ...site,
    context,
    mailboxKey,
    clock,
    dispose,
    [Symbol.asyncDispose]: dispose,
  };
}

type OnServer = (server: TestServer, engine: Engine) => void;

/**
 * Declares the same tests for both engines, on one server for all of them. It opens in their `before`, not when they
 * are declared.
 */
export function onServer(declare: OnServer): void {
  onServerWith({}, declare);
}

export function onServerWith(options: TestServerOptions, declare: OnServer): void {
  forEachEngine((engine) => {
    const server = {} as TestServer;
    before(async () => void Object.assign(server, await openTestServer(engine, options)));
    after(() => server.dispose());
    declare(server, engine);
  });
}

/** Callers who use the servers over one database in turn. */
export function callersOf(urls: readonly string[], site: Pick<Context, 'db' | 'secrets' | 'now'>): Callers {
  let visitors = 0;
  const visitor = (address?: string): PocketBase => {
    visitors += 1;
    const url = urls[visitors % urls.length];
    return clientFrom(url ?? '', address ?? `203.0.${Math.floor(visitors / 250)}.${visitors % 250}`);
  };
  return {
    visitor,
    async practitioner(profile) {
      return signIn(site, await addPractitioner(site.db, {}, profile), visitor());
    },
    signIn: ({ owner }) => signIn(site, owner, visitor()),
  };
}

function clientFrom(url: string, address: string): PocketBase {
  const pb = new PocketBase(url);
  pb.autoCancellation(false);
  pb.beforeSend = (to, options) => ({
    url: to,
    options: { ...options, headers: withAddress(options.headers, address) },
  });
  return pb;
}

function withAddress(headers: Record<string, string> | undefined, address: string): Record<string, string> {
  return { ...headers, 'X-Forwarded-For': address };
}

async function signIn(
  { db, secrets, now }: Pick<Context, 'db' | 'secrets' | 'now'>,
  owner: OwnerId,
  pb: PocketBase,
): Promise<TestPractitioner> {
  const account = await db.read.selectFrom('users').selectAll().where('id', '=', owner).executeTakeFirstOrThrow();
  const origin = { address: '203.0.113.1', device: 'test' };
  const started = await db.write((write) => startSignIn({ context: { secrets }, write, now: now() }, owner, origin));
  const token = issueToken(secrets, 'auth', account, { jti: started.id, key: started.part ?? undefined }, now());
  pb.authStore.save(token, { id: owner, collectionId: USERS_COLLECTION_ID, collectionName: 'users' });
  const { booking_hash: bookingHash } = await db.read
    .selectFrom('profiles')
    .select('booking_hash')
    .where('user', '=', owner)
    .executeTakeFirstOrThrow();
  return { owner, bookingHash, pb };
}

export interface Refusal {
  status: number;
  message: string;
  /** Error codes by field. */
  codes: Record<string, string>;
}

/** Returns the server's refusal of a call; throws where the call passes. */
export async function refusalOf(call: Promise<unknown>): Promise<Refusal> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof ClientResponseError)) throw error;
    const data: Record<string, { code: string }> = error.response['data'] ?? {};
    const codes = Object.fromEntries(Object.entries(data).map(([field, problem]) => [field, problem.code]));
    return { status: error.status, message: error.message, codes };
  }
  throw new Error('The call was not refused.');
}

/** Returns the number of concurrent calls that passed, and the refusals of the others. */
export async function settle(calls: Promise<unknown>[]): Promise<{ passed: number; refusals: Refusal[] }> {
  const results = await Promise.all(
    calls.map((call) =>
      call.then(
        () => null,
        () => refusalOf(call),
      ),
    ),
  );
  const refusals = results.filter((result) => result !== null);
  return { passed: calls.length - refusals.length, refusals };
}
