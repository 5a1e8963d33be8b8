import type { NotNull } from 'kysely';
import { parseStoredInstant, printInstant } from '#domain/time/instant.ts';
import { changeClient } from '#server/practice/clients/change-client.ts';
import type { Context } from '#server/ground/context.ts';
import { act, type Action } from '#server/ground/action.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import { openRows } from '#server/ground/db/sealed-rows.ts';
import { insertLetters, type PastLetter } from '#demo/past-letters.ts';
import { DEMO_MAILBOXES } from '#demo/texts.ts';
import { type OwnerId, ownerId, type SignedIn } from '#server/ground/identity/actor.ts';
import { stopHash } from '#server/practice/letters/address-keys.ts';
import { stopLetters } from '#server/practice/letters/stop-letters.ts';
import { getOwned, updateRow } from '#server/records/store.ts';
import { findVisitLink, newVisitToken, storeVisitLink } from '#server/practice/visit-links/visit-links.ts';
import { cancelVisit, moveVisit } from '#server/practice/visits/change-visit.ts';
import { freeTimes } from '#server/practice/availability/free-times.ts';
import { readVisit } from '#server/practice/visits/read-visit.ts';

/** Clients who did something with their letters or visits, by their place in `DEMO_MAILBOXES`. */
const [CANCELS, MOVES, STOPS, REFUSED] = [1, 2, 3, 4];
/** What became of the last reminders; all others were sent. */
const RARE = ['expired', 'unknown'] as const;
const REFUSALS = 4;

type Session = Decoded<'sessions'>;

/** Gives clients addresses, and the practice the letters of its last weeks and what clients did by their own links. */
export async function furnishLetters(context: Context, actor: SignedIn): Promise<void> {
  const now = context.now();
  const { owner } = actor;
  const asPractitioner = (run: (action: Action) => Promise<void>) => act({ context, actor, now }, owner, run);
  const next = await nextSessions(context, owner);
  await asPractitioner(async (action) => {
    await furnishOutcomes(action);
    await insertLetters(action, await lettersToVisitors(action));
    await insertLetters(action, await pastReminders(action, next));
  });
  for (const [at, session] of next.entries()) {
    await asPractitioner(async (action) => {
      const client = await getOwned(action.write.trx, 'clients', owner, session.client);
      await changeClient(action, client, { ...client, email: DEMO_MAILBOXES[at] ?? '' });
    });
  }
  const [cancelled, moved, refused] = [CANCELS, MOVES, REFUSED].map((at) => next[at]);
  if (cancelled) await cancelVisit(context, await opened(context, cancelled));
  if (moved) await moveToNextFree(context, moved);
  await stopLetters(context, { owner, hash: stopHash(context, owner, DEMO_MAILBOXES[STOPS] ?? '') });
  if (refused) await asPractitioner((action) => furnishRefusals(action, refused));
}

/** Returns the next session of each of as many clients as there are mailboxes, three days from now at the earliest. */
async function nextSessions({ db, now }: Pick<Context, 'db' | 'now'>, owner: OwnerId): Promise<Session[]> {
  const ahead = await db.read
    .selectFrom('sessions')
    .selectAll()
    .where('user', '=', owner)
    .where('status', '=', 'scheduled')
    .where('date', '>', printInstant(now().add({ hours: 72 })))
    .orderBy('date')
    .limit(100)
    .execute();
  const byClient = Map.groupBy(await openRows(db.read, 'sessions', ahead), ({ client }) => client).values();
  return [...byClient].flatMap(([first]) => first ?? []).slice(0, DEMO_MAILBOXES.length);
}

/** Says of the last cancelled sessions who cancelled them, one of them late. */
async function furnishOutcomes(action: Action): Promise<void> {
  const past = await action.write.trx
    .selectFrom('sessions')
    .select(['id', 'date'])
    .where('user', '=', action.owner)
    .where('status', '=', 'canceled')
    .orderBy('date', 'desc')
    .limit(3)
    .execute();
  for (const [at, { id, date }] of past.entries()) {
    const outcome = (['late', 'client', 'practitioner'] as const)[at] ?? 'practitioner';
    const before = { hours: outcome === 'late' ? 3 : 50 };
    await updateRow(action, 'sessions', id, {
      outcome,
      outcome_at: printInstant(parseStoredInstant(date).subtract(before)),
    });
  }
}

async function pastReminders({ write, owner, now }: Action, next: readonly Session[]): Promise<PastLetter[]> {
  const clients = next.map(({ client }) => client);
  const over = await write.trx
    .selectFrom('sessions')
    .select(['id', 'client', 'date', 'duration'])
    .where('user', '=', owner)
    .where('client', 'in', clients)
    .where('status', '=', 'completed')
    .where('date', '>', printInstant(now.subtract({ hours: 24 * 35 })))
    .orderBy('date', 'desc')
    .$narrowType<{ client: NotNull }>()
    .execute();
  return over.map(({ id, client, date, duration }, at) => ({
    kind: 'session-reminder',
    state: RARE[at] ?? 'sent',
    client,
    session: id,
    start: date,
    duration,
    at: parseStoredInstant(date).subtract({ hours: 24 }),
  }));
}

/** Returns the letters about requests: that they came, and what was decided. */
async function lettersToVisitors({ write, owner }: Action): Promise<PastLetter[]> {
  const requests = await write.trx
    .selectFrom('booking')
    .selectAll()
    .where('user', '=', owner)
    .where('email', '!=', '')
    .execute();
  return requests.flatMap(({ id, date: start, status, withdrawn, created, client }): PastLetter[] => {
    const at = parseStoredInstant(created);
    const about = { booking: id, client, start, state: 'sent' } as const;
    const received = { ...about, kind: 'request-received', at } as const;
    if (status === 'pending' || withdrawn === 1) return [received];
    const kind = status === 'confirmed' ? 'request-approved' : 'request-rejected';
    return [received, { ...about, kind, at: at.add({ hours: 2 }) }];
  });
}

async function opened(context: Context, session: Session): Promise<{ token: string; seen: Temporal.Instant }> {
  const token = newVisitToken();
  const owner = ownerId(session.user);
  await context.db.write(({ trx }) =>
    storeVisitLink(trx, { owner, now: context.now() }, { token, session: session.id }),
  );
  return { token, seen: parseStoredInstant(session.date) };
}

async function moveToNextFree(context: Context, session: Session): Promise<void> {
  const now = context.now();
  const wish = await opened(context, session);
  const link = await findVisitLink(context.db.read, wish.token);
  if (!link) return;
  const visit = await readVisit(context.db.read, link, now);
  const from = wish.seen.toZonedDateTimeISO(visit.profile.time_zone).toPlainDate().add({ days: 1 });
  const days = await freeTimes(context.db.read, visit, { from, to: from.add({ days: 7 }) }, now);
  const [slot] = days.flatMap(({ slots }) => slots);
  if (slot) await moveVisit(context, { ...wish, start: Temporal.Instant.from(slot.start) });
}

/** An address that the mail server refused so often that the client gets no letters any more. */
async function furnishRefusals(action: Action, { id, client, date, duration }: Session): Promise<void> {
  const { now } = action;
  const letters = Array.from({ length: REFUSALS }, (_, at): PastLetter => {
    const about = { client, session: id, start: date, duration, at: now.subtract({ hours: 24 * (at + 1) }) };
    return { ...about, kind: 'session-moved', state: 'failed', reason: 'RCPT TO 550' };
  });
  await insertLetters(action, letters);
  const stored = await getOwned(action.write.trx, 'clients', action.owner, client);
  await changeClient(action, stored, { ...stored, reminders: 'none' }, { email: false, reminders: true });
  await updateRow(action, 'clients', client, { letters_off: 'refused' });
}
