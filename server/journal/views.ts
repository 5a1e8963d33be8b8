import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { JournalSubject } from '#domain/journal/journal.ts';
import { DEFAULT_TIME_ZONE } from '#domain/time/zone.ts';
import type { Context } from '#server/context.ts';
import { clientOf, entryRow } from '#server/journal/write-entry.ts';
import { describeError } from '#server/log.ts';
import type { SignedIn } from '#server/records/actor.ts';
import type { RecordCall } from '#server/records/record-call.ts';

/** Views that need not be asked about again; what is forgotten costs a write that changes nothing. */
const REMEMBERED = 20_000;

interface View {
  actor: SignedIn;
  subject: JournalSubject;
  /** '' for a list. */
  client: string;
}

/** Takes note of what a request was shown: the row of a client or a session, or null for a list of them. */
export type NoteView = (
  request: FastifyRequest,
  call: RecordCall,
  row: Readonly<Record<string, unknown>> | null,
) => void;

/**
 * Writes down who looked at what once a day and sign-in: each client, opened as such or by one of the sessions, and
 * that the list of either was read. Behind the answer, which neither waits for it nor fails with it.
 */
export function registerViews(app: FastifyInstance, context: Context): NoteView {
  const seen = new WeakMap<FastifyRequest, View>();
  const remembered = new Map<string, number>();

  app.addHook('onResponse', async (request, reply) => {
    const view = seen.get(request);
    if (!view || reply.statusCode !== 200) return;
    const key = `${view.actor.signIn} ${view.subject} ${view.client}`;
    if (context.now().epochMilliseconds < (remembered.get(key) ?? 0)) return;
    try {
      const tomorrow = await writeView(context, view);
      if (remembered.size >= REMEMBERED) remembered.clear();
      remembered.set(key, tomorrow);
    } catch (error) {
      context.log.warn(describeError(error), 'a view is missing in the journal');
    }
  });

  return (request, { actor, collection: { name } }, row) => {
    if (actor.kind === 'guest' || (name !== 'clients' && name !== 'sessions')) return;
    // A session is a part of its client: opening both is one view.
    seen.set(
      request,
      row ? { actor, subject: 'clients', client: clientOf(name, row) } : { actor, subject: name, client: '' },
    );
  };
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
