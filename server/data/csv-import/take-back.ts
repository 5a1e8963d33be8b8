import type { NotNull } from 'kysely';
import { type CsvImports, type CsvTakenBack, TAKE_BACK_HOURS } from '#domain/csv-import/report.ts';
import { badRequest, notFound } from '#domain/errors.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import type { Reader } from '#server/ground/db/database.ts';
import { idList, loose } from '#server/ground/db/query.ts';
import { ALL_TABLES } from '#server/ground/db/tables.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { takeBackNews } from '#server/practice/news/write-news.ts';
import { deleteRows } from '#server/records/delete-with-dependents.ts';

/** The tables whose rows refer to a client. */
const ABOUT_CLIENTS = ALL_TABLES.filter(({ client }) => client === 'client');

/**
 * Deletes the clients of an import as if it had never been. A client that was changed or has anything of their own
 * stays. Throws a 404 for an import without clients and a 400 after a day.
 */
export async function takeBack(action: Action, id: string): Promise<CsvTakenBack> {
  const { write, owner, now } = action;
  const clients = await write.trx
    .selectFrom('clients')
    .select(['id', 'name', 'created', 'updated'])
    .where('user', '=', owner)
    .where('import', '=', id)
    .orderBy('name_key')
    .execute();
  const [first] = clients;
  if (!first) throw notFound();
  if (first.created < since(now)) {
    const message = 'An import can be taken back for a day.';
    throw badRequest(message, { import: { code: 'import_too_old', message } });
  }
  const used = await inUse(
    action,
    clients.map((client) => client.id),
  );
  const kept = clients.filter((client) => client.updated !== client.created || used.has(client.id));
  const gone = clients.filter((client) => !kept.includes(client)).map((client) => client.id);
  await deleteRows(action, 'clients', gone);
  await takeBackNews(action, id);
  return { removed: gone.length, kept: kept.map(({ id: client, name }) => ({ id: client, name })) };
}

async function inUse({ write, owner }: Action, ids: readonly string[]): Promise<Set<unknown>> {
  const used = new Set<unknown>();
  for (const { name } of ABOUT_CLIENTS) {
    const rows = await loose(write.trx)
      .selectFrom<string>(name)
      .select('client')
      .distinct()
      .where('user', '=', owner)
      .where('client', 'in', idList(write.engine, ids))
      .execute();
    for (const { client } of rows) used.add(client);
  }
  return used;
}

/** Returns the imports that can still be taken back, the newest first. */
export async function recentImports(reader: Reader, owner: OwnerId, now: Temporal.Instant): Promise<CsvImports> {
  const items = await reader
    .selectFrom('clients')
    .select(['import', 'created', ({ fn }) => fn.countAll<number>().as('clients')])
    .where('user', '=', owner)
    .where('import', 'is not', null)
    .$narrowType<{ import: NotNull }>()
    .where('created', '>=', since(now))
    .groupBy(['import', 'created'])
    .orderBy('created', 'desc')
    .execute();
  return { items };
}

function since(now: Temporal.Instant): string {
  return printInstant(now.subtract({ hours: TAKE_BACK_HOURS }));
}
