import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { JournalSubject } from '#domain/journal/journal.ts';
import { DEFAULT_TIME_ZONE } from '#domain/time/zone.ts';
import type { Context } from '#server/ground/context.ts';
import { type RecordTable, TABLES } from '#server/ground/db/tables.ts';
import { clientOf, countEntry, entryRow } from '#server/ground/journal/write-entry.ts';
import { describeError } from '#server/ground/process/log.ts';
import type { Actor, SignedIn } from '#server/ground/identity/actor.ts';

/** The number of recent views to remember; forgetting one costs a write that changes nothing. */
const REMEMBERED = 20_000;

/** Texts that a sign-in reads within this time after a write are added to its next write. */
const COUNT_EVERY_MS = 1000;

/** The columns with texts about a session. */
const TEXTS = ['thoughts', 'news'];

interface View {
  actor: SignedIn;
  subject: JournalSubject;
  /** '' for a view of a list. */
  client: string;
  /** The number of sessions whose texts were read. */
  texts: number;
}

/** The request that reads records, and the table that holds them. */
interface Reading {
  actor: Actor;
  collection: { name: RecordTable };
}

export interface Views {
  /** Notes that a request read a row, or a list (null). */
  noteView: (request: FastifyRequest, call: Reading, row: Readonly<Record<string, unknown>> | null) => void;
  /** Notes how many rows a list had, and which columns. */
  noteRows: (request: FastifyRequest, call: Reading, count: number, columns: readonly string[] | 'all') => void;
  /** The `onResponse` hook of each route that notes views: writes them to the journal. */
  writeNoted: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

/**
 * Records views: one entry per day and sign-in for each viewed client (its record or one of its sessions) and for each
 * list of clients, sessions, notes or requests; texts of listed sessions are counted by the hour. Runs after the
 * response, which neither waits for it nor fails with it.
 */
export function registerViews(app: FastifyInstance, context: Context): Views {
  /** A request for several lists has several views. */
  const seen = new WeakMap<FastifyRequest, View[]>();
  const remembered = new LRUCache<string, number>({ max: REMEMBERED });
  /** The texts read since the last write, by sign-in. */
  const uncounted = new Map<string, { actor: SignedIn; texts: number }>();

  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
    const left = [...uncounted.values()];
    uncounted.clear();
    for (const { actor, texts } of left) await writeTexts(context, actor, texts).catch(warn);
  });

  const warn = (error: unknown) => context.log.warn(describeError(error), 'a view is missing in the journal');

  const countTexts = async (actor: SignedIn, texts: number): Promise<void> => {
    const later = uncounted.get(actor.signIn);
    if (later) {
      later.texts += texts;
      return;
    }
    if (closing) return writeTexts(context, actor, texts);
    uncounted.set(actor.signIn, { actor, texts: 0 });
    setTimeout(() => {
      const read = uncounted.get(actor.signIn)?.texts ?? 0;
      uncounted.delete(actor.signIn);
      if (read > 0) countTexts(actor, read).catch(warn);
    }, COUNT_EVERY_MS).unref();
    await writeTexts(context, actor, texts);
  };

  const noteOnce = async (view: View): Promise<void> => {
    const key = `${view.actor.signIn} ${view.subject} ${view.client}`;
    if (context.now().epochMilliseconds < (remembered.get(key) ?? 0)) return;
    const tomorrow = await writeView(context, view);
    remembered.set(key, tomorrow);
  };

  return {
    noteView(request, { actor, collection: { name } }, row) {
      if (actor.kind === 'guest' || !('views' in TABLES[name])) return;
      // A session belongs to its client: opening both is one view.
      const client = row && (name === 'clients' || name === 'sessions') ? clientOf(name, row) : '';
      const view: View = { actor, subject: client === '' ? name : 'clients', client, texts: 0 };
      seen.set(request, [...(seen.get(request) ?? []), view]);
    },
    noteRows(request, { collection: { name } }, count, columns) {
      const view = seen.get(request)?.at(-1);
      if (!view || name !== 'sessions') return;
      if (columns === 'all' || TEXTS.some((text) => columns.includes(text))) view.texts = count;
    },
    async writeNoted(request, reply) {
      if (reply.statusCode !== 200) return;
      try {
        for (const view of seen.get(request) ?? []) {
          if (view.texts > 0) await countTexts(view.actor, view.texts);
          await noteOnce(view);
        }
      } catch (error) {
        warn(error);
      }
    },
  };
}

async function writeTexts(context: Context, actor: SignedIn, texts: number): Promise<void> {
  if (texts === 0) return;
  const now = context.now();
  await context.db.write((write) =>
    countEntry({ write, owner: actor.owner, actor, now }, { action: 'view_texts', subject: 'sessions', count: texts }),
  );
}

/** Writes a view; returns when the practitioner's day ends, in epoch milliseconds. */
async function writeView(context: Context, { actor, subject, client }: View): Promise<number> {
  const { owner } = actor;
  const now = context.now();
  const profile = await context.db.read
    .selectFrom('profiles')
    .select('time_zone')
    .where('user', '=', owner)
    .executeTakeFirst();
  const local = now.toZonedDateTimeISO(profile?.time_zone ?? DEFAULT_TIME_ZONE);
  const row = entryRow({ owner, actor, now }, { action: 'view', subject, record: client, client });
  await context.db.write(({ trx }) =>
    trx
      .insertInto('journal')
      .values({ ...row, day: local.toPlainDate().toString() })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  return local.startOfDay().add({ days: 1 }).epochMilliseconds;
}
