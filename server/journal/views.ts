import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { JournalSubject } from '#domain/journal/journal.ts';
import { DEFAULT_TIME_ZONE } from '#domain/time/zone.ts';
import type { Context } from '#server/context.ts';
import { TABLES } from '#server/db/tables.ts';
import { clientOf, countEntry, entryRow } from '#server/journal/write-entry.ts';
import { BoundedMap } from '#server/process/bounded-map.ts';
import { describeError } from '#server/process/log.ts';
import type { SignedIn } from '#server/identity/actor.ts';
import type { RecordCall } from '#server/records/record-call.ts';

/** Views that need not be asked about again; what is forgotten costs a write that changes nothing. */
const REMEMBERED = 20_000;

/** What is written about a session. */
const TEXTS = ['thoughts', 'news'];

interface View {
  actor: SignedIn;
  subject: JournalSubject;
  /** '' for a list. */
  client: string;
  /** Of how many sessions the texts were shown. */
  texts: number;
}

interface Views {
  /** Takes note of what a request was shown: the row of a record, or null for a list. */
  noteView: (request: FastifyRequest, call: RecordCall, row: Readonly<Record<string, unknown>> | null) => void;
  /** Takes note of how many rows of a list it was, and of their columns. */
  noteRows: (request: FastifyRequest, call: RecordCall, count: number, columns: readonly string[] | 'all') => void;
}

/**
 * Writes down who looked at what once a day and sign-in: each client, opened as such or by one of the sessions, and
 * that lists of either, notes or requests were read. Lists that carry what was written about sessions are counted by the
 * hour. Behind the answer, which neither waits for it nor fails with it.
 */
export function registerViews(app: FastifyInstance, context: Context): Views {
  const seen = new WeakMap<FastifyRequest, View>();
  const remembered = new BoundedMap<string, number>(REMEMBERED);

  app.addHook('onResponse', async (request, reply) => {
    const view = seen.get(request);
    if (!view || reply.statusCode !== 200) return;
    try {
      if (view.texts > 0) await countTexts(context, view);
      await noteOnce(view);
    } catch (error) {
      context.log.warn(describeError(error), 'a view is missing in the journal');
    }
  });

  const noteOnce = async (view: View): Promise<void> => {
    const key = `${view.actor.signIn} ${view.subject} ${view.client}`;
    if (context.now().epochMilliseconds < (remembered.get(key) ?? 0)) return;
    const tomorrow = await writeView(context, view);
    remembered.set(key, tomorrow);
  };

  return {
    noteView(request, { actor, collection: { name } }, row) {
      if (actor.kind === 'guest' || !('views' in TABLES[name])) return;
      // A session is a part of its client: opening both is one view.
      const client = row && (name === 'clients' || name === 'sessions') ? clientOf(name, row) : '';
      seen.set(request, { actor, subject: client === '' ? name : 'clients', client, texts: 0 });
    },
    noteRows(request, { collection: { name } }, count, columns) {
      const view = seen.get(request);
      if (!view || name !== 'sessions') return;
      if (columns === 'all' || TEXTS.some((text) => columns.includes(text))) view.texts = count;
    },
  };
}

async function countTexts(context: Context, { actor, texts }: View): Promise<void> {
  const now = context.now();
  await context.db.write((write) =>
    countEntry({ write, owner: actor.owner, actor, now }, { action: 'view_texts', subject: 'sessions', count: texts }),
  );
}

/** Answers when the practitioner's day ends, epoch milliseconds. */
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
