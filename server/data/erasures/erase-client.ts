import { type Erasure, type ErasureReason, type ErasureReport, nameFinder } from '#domain/erasures/erasure.ts';
import { notFound } from '#domain/errors.ts';
import type { Context } from '#server/ground/context.ts';
import { act, type Action, type Caller } from '#server/ground/action.ts';
import { type Engine, EVEN_WHEN_FULL, type Reader } from '#server/ground/db/database.ts';
import { idList } from '#server/ground/db/query.ts';
import { type Decoded, decodeRow } from '#server/ground/db/row-codec.ts';
import { refuseLocked } from '#server/ground/db/strict-keys.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { LongRead, type Reading } from '#server/ground/limits/long-reads.ts';
import { storePackageShares } from '#server/practice/money/store-package-shares.ts';
import { stopHash } from '#server/practice/letters/address-keys.ts';
import { deleteLetterFile } from '#server/ground/mail/letter-files.ts';
import { forgetDeletedOf } from '#server/ground/nodes/deleted-rows.ts';
import { describeError } from '#server/ground/process/log.ts';
import { findOwned, insertRow } from '#server/records/store.ts';
import { eraseRows, forgetPerson } from '#server/data/erasures/erase-rows.ts';
import { countsOf, type ErasedPerson, findRows, type FoundRows } from '#server/data/erasures/find-rows.ts';
import { type ErasedClient, listErased } from '#server/data/erasures/erased-list.ts';
import { findMentions } from '#server/data/erasures/find-mentions.ts';

type Stored = Decoded<'erasures'>;

/**
 * Returns what an erasure would remove and keep; for a client already erased, what that erasure did. Throws a 404 for a
 * client that is not the practitioner's.
 */
export async function previewErasure(caller: Erasing, owner: OwnerId, client: string): Promise<ErasureReport> {
  return (await lookAt(caller, owner, client)).report;
}

/** The caller, and whether it has disconnected. */
type Erasing = Caller & Pick<Reading, 'isGone'>;

/** Builds the report and lists the letters whose files must be deleted. */
async function lookAt(
  { context, now, isGone }: Erasing,
  owner: OwnerId,
  client: string,
): Promise<{ report: ErasureReport; letters: readonly string[] }> {
  const { db, limits } = context;
  const reader = db.read;
  // Opens and searches every note: one such read at a time for each practitioner, and a limited number of them.
  using read = new LongRead({ owner, limits, isGone });
  await read.waitTurn();
  await refuseLocked(reader, owner);
  const person = await findOwned(reader, 'clients', owner, client);
  if (!person) {
    // Read after the client: otherwise an erasure that commits between the two reads would be missed by both.
    const done = await findErasure(reader, owner, client);
    if (!done) throw notFound();
    return { report: reportOf(done), letters: [] };
  }
  const found = await findRows({ reader, engine: db.engine, owner }, { client, requests: [] }, now);
  const stops = await stopsOf({ context, trx: reader, owner }, found);
  const mentions = await findMentions(reader, owner, { found: nameFinder(person.name), read });
  return { report: { ...countsOf(found, stops.length), mentions, erasure: null }, letters: found.letters };
}

/**
 * Erases a client in one transaction (OWN-05); returns the same report when called again. Throws a 404 for a client
 * that is not the practitioner's.
 */
export async function eraseClient(
  caller: Erasing,
  owner: OwnerId,
  { client, reason }: { client: string; reason: ErasureReason },
): Promise<ErasureReport> {
  const { context } = caller;
  const { report, letters } = await lookAt(caller, owner, client);
  const { mentions } = report;
  await deleteLetterFiles(context, letters);
  const { stored, isNew } = await act(
    caller,
    owner,
    async (action) => {
      const { trx } = action.write;
      const done = await findErasure(trx, owner, client);
      if (done) return { stored: done, isNew: false };
      if (!(await findOwned(trx, 'clients', owner, client))) throw notFound();
      const { counts, requests } = await erase(action, { client, requests: [] }, action.now);
      const row = { client, reason, kinds: counts, mentions, requests };
      return { stored: await insertRow(action, 'erasures', row), isNew: true };
    },
    EVEN_WHEN_FULL,
  );
  if (isNew) await listErased(context, toLine(stored));
  return reportOf(stored);
}

/** Erases everything about a person; sessions after `since` count as future. */
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
  await deleteLateFiles(action, found.letters);
  await storePackageShares(action, client);
  await forgetPerson(action, found.past, client);
  // Clients before requests: an agreement cannot be deleted while its client exists.
  await eraseRows(action, ['letters', 'clients', 'booking'], found, client);
  await trx
    .deleteFrom('visit_links')
    .where('user', '=', owner)
    .where('hash', 'in', idList(engine, found.visit_links))
    .execute();
  await trx.deleteFrom('letter_stops').where('user', '=', owner).where('hash', 'in', idList(engine, stops)).execute();
  write.erasesTexts();
  return { counts: countsOf(found, stops.length), requests: found.booking };
}

/**
 * Deletes the files of letters. To be called before the rows are deleted, without which a file is found by its age
 * alone, and before the transaction, in which every other write would wait for the disk.
 */
export async function deleteLetterFiles({ db, config }: Context, letters: readonly string[]): Promise<void> {
  const rows = await fileNames(db.read, db.engine, letters);
  await Promise.all(rows.map((row) => deleteLetterFile(config.dataDir, row)));
}

/** Deletes after the commit the files that letters have got since `deleteLetterFiles`. */
async function deleteLateFiles({ context, write }: Action, letters: readonly string[]): Promise<void> {
  const rows = await fileNames(write.trx, write.engine, letters);
  write.afterCommit(() => {
    for (const row of rows) {
      deleteLetterFile(context.config.dataDir, row).catch((error: unknown) => {
        context.log.error(describeError(error), 'the file of an erased letter was not deleted');
      });
    }
  });
}

function fileNames(reader: Reader, engine: Engine, letters: readonly string[]) {
  const named = reader.selectFrom('letters').select(['message_id', 'created']);
  return named.where('id', 'in', idList(engine, letters)).execute();
}

/** Returns the hashes of the opt-outs of addresses that only this person has. */
async function stopsOf(
  { context, trx, owner }: { context: Context; trx: Reader; owner: OwnerId },
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

async function findErasure(reader: Reader, owner: OwnerId, client: string): Promise<Stored | null> {
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

/** Returns the line of an erasure in the list outside the database. */
export function toLine({ id, user, client, created, reason, kinds, mentions, requests }: Stored): ErasedClient {
  return { id, user, client, created, reason, kinds, mentions, requests } as ErasedClient;
}
