import type { z } from 'zod';
import type { RecordTable } from '#server/ground/db/tables.ts';
import type { Context } from '#server/ground/context.ts';
import type { Action } from '#server/ground/action.ts';
import type { Actor, Origin, SignedIn } from '#server/ground/identity/actor.ts';
import type { Body } from '#server/ground/http/bodies.ts';
import type { Write } from '#server/ground/db/database.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';

/**
 * A field on the wire: its type only. Limits, formats and rules between fields are in the collection's zod schema in
 * `domain/`.
 */
export type Field = FieldAccess &
  (
    | { type: 'text' | 'email' }
    /** `nullable`: none is null, also on the wire, which is another value than 0. No value is below 0. */
    | { type: 'number'; nullable?: true }
    | { type: 'bool' }
    /** An instant; '' where it is empty. */
    | { type: 'date' }
    /** Set by the server; a caller's value is ignored. */
    | { type: 'autodate' }
    | { type: 'select'; values: readonly string[] }
    | { type: 'relation'; to: RecordTable }
    /** `list`: of texts, which a filter compares one by one. */
    | { type: 'json'; list?: true }
    /** Accepted in a body, never stored under this name, never returned. */
    | { type: 'password' }
  );

interface FieldAccess {
  /** A column that no caller sees, filters by or sorts by; `filterOnly`, as on search_text, still allows filters. */
  hidden?: true;
  /** Not returned, but a filter can name it. */
  filterOnly?: true;
  /** Returned as `present` computes it, not as stored, so no filter or sort can use it. */
  derived?: true;
  /** The column already holds `fold`ed text, so `~` does not fold it again. */
  folded?: true;
  /** The hidden column with the `sortKey` of its text, by which a list is sorted where a caller names the field. */
  sortedBy?: string;
  /** Written by people: a list is sorted by its `sortKey`, as an index of names is. */
  inWords?: true;
  /**
   * Who sets it: 'caller' (default) by create and update, 'create' by create only, 'server' no caller. An
   * attempt to set another value than the stored one (on create: than the default) is a 400 for the field.
   */
  writable?: 'create' | 'server';
  /** The value of an absent field on create; otherwise the empty value of its type. */
  initial?: string | number | boolean | readonly unknown[];
  required?: true;
  /** The most characters of a text, where that is known; 300 otherwise. */
  longest?: number;
  /** Filled in on create when empty. */
  completed?: true;
}

/** Permission for a verb. 'owner': the owner's own records; 'anyone': guests too; 'nobody': every request gets a 403. */
export type Permission = 'owner' | 'anyone' | 'nobody';

/** Values by wire name after normalisation: text, number, boolean, JSON; dates in the stored form. */
export type Values = Record<string, unknown>;

/**
 * The steps of a write inside the transaction, which can run more than once. Declared as methods, so that a collection
 * of one table is assignable to a collection of any table.
 */
interface Steps<Table extends RecordTable> {
  /** A create that guests can request: finds the practitioner, takes the lock, checks and stores. */
  receive(write: Write): Promise<Decoded<Table>>;
  /** Stores the row of a new record, complete except for values that the step computes. */
  create(action: Action, row: Decoded<Table>): Promise<Decoded<Table>>;
  /** `row` is `before` with the changes of the body. Returns the stored row. */
  update(action: Action, before: Decoded<Table>, row: Decoded<Table>): Promise<Decoded<Table>>;
  delete(action: Action, row: Decoded<Table>): Promise<void>;
}

type Hook<Step> = Step | Promise<Step>;

/** The context of the record API, which knows what it serves. */
export interface RecordContext extends Context {
  collections: readonly Collection[];
}

/** A request for records of a collection, before any transaction. */
export interface RecordCall {
  context: RecordContext;
  collection: Collection;
  actor: Actor;
  now: Temporal.Instant;
  from: Origin;
  /** Whether clients get no letter about what it changes. */
  silent?: boolean;
  /** Whether the caller no longer waits for a response. */
  isGone?: () => boolean;
}

/** A call of a signed-in practitioner. */
export type OwnCall = RecordCall & { actor: SignedIn };

export interface Collection<Table extends RecordTable = RecordTable> {
  name: Table;
  /** Stable id on the wire, for instance 'pbc_clients'. */
  id: string;
  /** Without `id`, `created` and `updated`, which every record has. The order is the order of errors. */
  fields: Record<string, Field>;
  /** The fields to blame for a unique column that is not on the wire (identity_key → name and phone). */
  blame?: Record<string, readonly string[]>;
  /** Hidden fields that a view returns all the same: no list, event, filter or sort has them. */
  viewed?: readonly string[];
  /**
   * Lists are never compressed: they combine visitors' texts with other people's names, or hold a secret, and a stranger
   * who sees only the length of a compressed response could guess what it holds.
   */
  mustStayPlain?: true;
  access: Record<'list' | 'view' | 'create' | 'update' | 'delete', Permission>;
  /**
   * Checks and completes the values of a record; issues become field errors. Its output for the touched fields is
   * stored; rules between fields are refinements of the whole object.
   */
  schema?: z.ZodObject;
  /** The `sort` of a list that names none; otherwise the order of creation. */
  order?: string;
  /** The only filter a guest can use, exactly `field = 'value'`, and the fields returned to a guest. */
  guest?: { filter: string; fields: readonly string[] };
  /**
   * The collection's own write, in place of the store's plain statement. Each hook runs before the transaction,
   * where it refuses, counts attempts and does slow work, and returns the step that runs inside. Only an upsert of a
   * batch calls hooks of a collection without `receive` inside. Single calls and batches run the same order:
   *
   * - create: access → values by type, protected fields, `schema` → `create` → transaction: lock, the same create sent
   *   before, relations, the step
   * - update: access → `update` → transaction: lock, values by type, protected fields, `schema`, relations, the step
   * - delete: access → `delete` → transaction: lock, the step
   *
   * Any AppError refuses the write and rolls it back.
   */
  create?(call: OwnCall, body: Body): Hook<Steps<Table>['create']>;
  update?(call: OwnCall, body: Body, id: string): Hook<Steps<Table>['update']>;
  delete?(call: OwnCall, body: Body, id: string): Hook<Steps<Table>['delete']>;
  /**
   * The whole create where `access.create` is 'anyone', checks of values included (`newValues`). `inConstantSteps`: its
   * duration must not reveal what it found.
   */
  receive?(call: RecordCall, body: Body): Promise<{ run: Steps<Table>['receive']; inConstantSteps?: true }>;
  /**
   * Changes the returned values (an expired licence reads expired). `wire` has the wire names; returns the same object.
   */
  present?(wire: Values, row: Decoded<Table>, now: Temporal.Instant): Values;
}

/** Declares a collection; keeps the table's row type in its rules. */
export function defineCollection<Table extends RecordTable>(collection: Collection<Table>): Collection<Table> {
  return collection;
}

/** A write that can begin: the rest needs the transaction, all of it or nothing. */
export interface WritePlan {
  run: (write: Write) => Promise<Decoded<RecordTable>>;
  /** Its duration must not reveal what it found. */
  inConstantSteps?: true;
}
