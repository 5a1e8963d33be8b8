import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '#server/ground/context.ts';

/** Waits until nothing is left of a deleted account. */
export async function erased({ db }: Pick<Context, 'db'>, owner: string): Promise<void> {
  const find = () => db.read.selectFrom('users').select('id').where('id', '=', owner).executeTakeFirst();
  while (await find()) await sleep(5);
}
