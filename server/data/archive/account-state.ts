import { ARCHIVE_LISTS } from '#domain/archive/columns.ts';
import type { Engine, Reader } from '#server/ground/db/database.ts';
import { loose } from '#server/ground/db/query.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { countTemplates } from '#server/practice/templates/count-templates.ts';

export interface Account {
  reader: Reader;
  engine: Engine;
  owner: OwnerId;
  /** The account has no practice yet: its settings come from the archive. */
  isEmpty: boolean;
  /** How many clients were erased. */
  erasures: number;
  templates: number;
}

/** Returns the state of the account that the check of an archive depends on. */
export async function stateOf(
  reader: Reader,
  owner: OwnerId,
): Promise<Pick<Account, 'isEmpty' | 'erasures' | 'templates'>> {
  const { erasures } = await reader
    .selectFrom('erasures')
    .select((row) => row.fn.countAll<number | string>().as('erasures'))
    .where('user', '=', owner)
    .executeTakeFirstOrThrow();
  const templates = await countTemplates(reader, owner);
  const state = { isEmpty: Number(erasures) === 0, erasures: Number(erasures), templates };
  for (const table of ARCHIVE_LISTS) {
    // Working hours alone are no practice.
    if (table === 'availability_settings') continue;
    const row = await loose(reader)
      .selectFrom<string>(table)
      .select('id')
      .where('user', '=', owner)
      .limit(1)
      .executeTakeFirst();
    if (row) return { ...state, isEmpty: false };
  }
  return state;
}
