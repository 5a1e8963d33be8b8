import { type Erasure, type ErasureReason, type ErasureReport, nameFinder } from '#domain/erasures/erasure.ts';
import { notFound } from '#domain/errors.ts';
import { act, type Action, type Caller } from '#server/ground/db/action.ts';
import { EVEN_WHEN_FULL } from '#server/ground/db/database.ts';
import { idList } from '#server/ground/db/id-list.ts';
import { type Decoded, decodeRow } from '#server/ground/db/row-codec.ts';
import { refuseLocked } from '#server/ground/db/strict-keys.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { stopHash } from '#server/practice/letters/address-keys.ts';
import { deleteLetterFile } from '#server/ground/mail/letter-files.ts';
import { forgetDeletedOf } from '#server/ground/nodes/deleted-rows.ts';
import { findOwned, insertRow, updateRow } from '#server/records/store.ts';
import { eraseRows, forgetPerson } from '#server/data/erasures/erase-rows.ts';
import { countsOf, type ErasedPerson, findRows, type FoundRows } from '#server/data/erasures/find-rows.ts';
import { findMentions } from '#server/data/erasures/find-mentions.ts';

type Stored = Decoded<'erasures'>;

/** Returns what an erasure would remove and keep; of an erased client what it did. Throws a 404 for nobody's client. */
export async function foreseeErasure({ context, now }: Caller, owner: OwnerId, client: string): Promise<ErasureReport> {
  const { db } = context;
  const reader = db.readOf(owner);
  await refuseLocked(reader, owner);
  const done = await findErasure(reader, owner, client);
  if (done) return reportOf(done);
  const person = await findOwned(reader, 'clients', owner, client);
  if (!person) throw notFound();
  const found = await findRows({ reader, engine: db.engine, owner }, { client, requests: [] }, now);
  const stops = await stopsOf({ context, trx: reader, owner }, found);
  const mentions = await findMentions(reader, owner, nameFinder(person.name));
  return { ...countsOf(found, stops.length), mentions, erasure: null };
}

/** Erases a client in one transaction (OWN-05). Sent again it returns the same. Throws a 404 for nobody's client. */
export async function eraseClient(
  caller: Caller,
  owner: OwnerId,
  { client, reason }: { client: string; reason: ErasureReason },
): Promise<ErasureReport> {
  const { mentions } = await foreseeErasure(caller, owner, client);
  return act(
    caller,
    owner,
    async (action) => {
      const { trx } = action.write;
      const done = await findErasure(trx, owner, client);
      if (done) return reportOf(done);
      if (!(await findOwned(trx, 'clients', owner, client))) throw notFound();
      const { counts, requests } = await erase(action, { client, requests: [] }, action.now);
      return reportOf(await insertRow(action, 'erasures', { client, reason, kinds: counts, mentions, requests }));
    },
    EVEN_WHEN_FULL,
  );
}

/** Erases everything about a person; sessions after `since` were to come. */
export async function erase(
  action: Action,
  person: ErasedPerson,
  since: Temporal.Instant,
): Promise<{ counts: ReturnType<typeof countsOf>; requests: string[] }> {
  const { context, write, owner } = action;
  const { trx, engine } = write;
  const found = await findRows({ reader: trx, engine, owner }, person, since);
  const stops = await stopsOf({ context, trx, owner }, found);
  const { client } = person;
  if (engine === 'postgres') await forgetDeletedOf(write, owner);
  await eraseLetters(action, found.letters);
  await forgetPerson(action, found.past, client);
  for (const id of found.others) await updateRow(action, 'booking', id, { session: '' });
  for (const table of ['sessions', 'series_skips', 'series', 'letters', 'booking', 'clients', 'consents'] as const)
    await eraseRows(action, table, found[table], client);
  await trx
    .deleteFrom('visit_links')
    .where('user', '=', owner)
    .where('hash', 'in', idList(engine, found.visit_links))
    .execute();
  await trx.deleteFrom('letter_stops').where('user', '=', owner).where('hash', 'in', idList(engine, stops)).execute();
  write.erasesTexts();
  return { counts: countsOf(found, stops.length), requests: found.booking };
}

/** Deletes the letters of the outbox and their files, files first: without its row a file is found by age alone. */
async function eraseLetters({ context, write: { trx, engine } }: Action, letters: readonly string[]): Promise<void> {
  if (letters.length === 0) return;
  const queued = trx
    .selectFrom('outbox')
    .select(['id', 'message_id', 'created'])
    .where('letter', 'in', idList(engine, letters));
  const rows = await queued.where('letter', '!=', '').execute();
  await Promise.all(rows.map((row) => deleteLetterFile(context.config.dataDir, row)));
  const ids = rows.map(({ id }) => id);
  await trx.deleteFrom('outbox').where('id', 'in', idList(engine, ids)).execute();
}

/** Returns the opt-outs of addresses that only this person has. */
async function stopsOf(
  {
    context,
    trx,
    owner,
  }: { context: Caller['context']; trx: Action['write']['trx'] | Caller['context']['db']['read']; owner: OwnerId },
  { emailKeys }: FoundRows,
): Promise<string[]> {
  const hashes = emailKeys.map((key) => stopHash(context, owner, key));
  const stops = await trx
    .selectFrom('letter_stops')
    .select('hash')
    .where('user', '=', owner)
    .where('hash', 'in', idList(context.db.engine, hashes))
    .execute();
  return stops.map(({ hash }) => hash);
}

async function findErasure(
  reader: Parameters<typeof findOwned>[0],
  owner: OwnerId,
  client: string,
): Promise<Stored | null> {
  const row = await reader
    .selectFrom('erasures')
    .selectAll()
    .where('user', '=', owner)
    .where('client', '=', client)
    .executeTakeFirst();
  return row ? decodeRow('erasures', row) : null;
}

function reportOf({ id, client, reason, kinds, mentions, created, updated }: Stored): ErasureReport {
  const erasure = { id, client, reason, kinds, mentions, created, updated } as Erasure;
  return { ...erasure.kinds, mentions: erasure.mentions, erasure };
}
