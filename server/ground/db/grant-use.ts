import pg from 'pg';
import { StartError } from '#server/ground/process/start-error.ts';

/** The first version of PostgreSQL that lets a role rewrite a table of another owner. */
const WITH_MAINTAIN = 17;
/** The tables that the program rewrites, to remove older keys from the files. */
const REWRITTEN = ['data_keys', 'sealing'];

/**
 * Lets a role read and write all tables of Kabinet, which belong to the role of `client`, and no more: it can neither
 * change a table nor switch off a trigger. Throws a StartError where the role does not exist or could grant itself
 * more.
 */
export async function grantUse(client: pg.Client, role: string): Promise<void> {
  await refuseRole(client, role);
  const { rows } = await client.query<{ schema: string }>('select current_schema() as schema');
  const [schema, name] = [rows[0]?.schema ?? '', role].map((each) => pg.escapeIdentifier(each)) as [string, string];
  await client.query('begin');
  await client.query(`grant usage on schema ${schema} to ${name}`);
  await client.query(`grant select, insert, update, delete on all tables in schema ${schema} to ${name}`);
  // A restore continues to count where the journal of the backup ended.
  await client.query(`grant select, usage, update on all sequences in schema ${schema} to ${name}`);
  await client.query(`revoke insert, update, delete on migrations from ${name}`);
  await client.query(`grant maintain on ${REWRITTEN.join(', ')} to ${name}`);
  await client.query('commit');
}

async function refuseRole(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ version: number; mighty: boolean | null }>(
    `select current_setting('server_version_num')::int / 10000 as version,
            (select rolsuper or rolcreaterole or pg_has_role(oid, current_user, 'member') from pg_roles where rolname = $1) as mighty`,
    [role],
  );
  for (const { version, mighty } of rows) {
    if (version < WITH_MAINTAIN) {
      throw new StartError(
        `DATABASE_URL leads to PostgreSQL ${version}: a role apart needs ${WITH_MAINTAIN} or later.`,
      );
    }
    if (mighty === null) throw new StartError(`The database server has no role ${role}.`);
    if (mighty) throw new StartError(`The role ${role} is the tables’ owner, a member of it, or may make itself one.`);
  }
}
