import type { Context } from '#server/ground/context.ts';
import type { Action } from '#server/ground/action.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import type { Scope } from '#server/practice/series/practice.ts';

/** The scope of code inside a transaction. */
export function scopeOf({ write, owner, now }: Action): Scope {
  return { reader: write.trx, engine: write.engine, owner, now };
}

/** The scope of a call that writes nothing. */
export function readingScope({ db, now }: Pick<Context, 'db' | 'now'>, owner: OwnerId): Scope {
  return { reader: db.read, engine: db.engine, owner, now: now() };
}
