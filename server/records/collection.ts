import type { z } from 'zod';
import type { Write } from '#server/db/database.ts';
import type { Row } from '#server/db/schema.ts';
import type { RecordTable, TABLES } from '#server/db/tables.ts';
import type { Actor, OwnerId } from '#server/identity/actor.ts';
import type { Context } from '#server/context.ts';

/**
 * A field as it crosses the wire. Types alone stand here; limits, formats and rules between fields stand in the
 * collection's zod schema from `domain/`.
 */
export type Field = FieldAccess &
  (
    | { type: 'text' | 'email' }
    | { type: 'number' }
    | { type: 'bool' }
    /** An instant; '' where it is empty. */
    | { type: 'date' }
    /** Set by the server; what a caller sends is ignored. */
    | { type: 'autodate' }
    | { type: 'select'; values: readonly string[] }
    | { type: 'relation'; to: RecordTable }
    | { type: 'json' }
    /** Accepted in a body, never stored under this name, never answered. */
    | { type: 'password' }
  );

interface FieldAccess {
  /** A column that no caller ever sees, filters by or sorts by (search_text may be filtered all the same: `filterOnly`). */
  hidden?: true;
  /** Not answered, but may stand in a filter. */
  filterOnly?: true;
  /** Answered as `present` makes it, whatever the column says: nothing to filter or sort by. */
  derived?: true;
  /** The column holds `fold`ed text already: `~` need not fold it again. */
  folded?: true;
  /**
   * Who sets it: 'caller' (default) by create and update, 'create' by create only, 'server' nobody from outside. An
   * attempt to set another value than the stored one (on create: than the default) is a 400 for the field.
   */
  writable?: 'create' | 'server';
  /** The value of an absent field on create; otherwise the empty value of its type. */
  initial?: string | number | boolean | readonly unknown[];
  required?: true;
  /** The most characters of a text that may be longer than a line. */
  longest?: number;
  /** An empty one is filled in when the record is created. */
  completed?: true;
}

/** Who may use a verb. 'owner': only one's own records; 'anyone': guests too; 'nobody': a 403. */
export type Permission = 'owner' | 'anyone' | 'nobody';

/** Values by wire name after normalisation: text, number, boolean, JSON; dates in the stored form. */
export type Values = Record<string, unknown>;

/** What a rule on write gets: the transaction, who asks, when, and what was sent. */
export interface WriteCall {
  context: Context;
  write: Write;
  actor: Actor;
  /** The practitioner whose data is written; a guest's call has none until the rule finds it. */
  owner: OwnerId | null;
  now: Temporal.Instant;
  /** The address of the caller. */
  address: string;
  /** What a person recognises the caller's device by. */
  device: string;
  /** The body as sent, unknown fields included (`allowOverlap`, `password`, `passwordConfirm` …). */
  body: Readonly<Record<string, unknown>>;
  /** What `prepare` or `prepareDelete` returned. */
  prepared: unknown;
}

export interface Collection<Table extends RecordTable = RecordTable> {
  name: Table;
  /** Stable id on the wire, for instance 'pbc_clients'. */
  id: string;
  /** The column that holds the owner's id. */
  owner: (typeof TABLES)[Table]['owner'];
  /** Without `id`, `created` and `updated`, which every record has. The order is the order of errors. */
  fields: Record<string, Field>;
  /** The fields to blame for a unique column that no caller knows (identity_key → name and phone). */
  blame?: Record<string, readonly string[]>;
  access: Record<'list' | 'view' | 'create' | 'update' | 'delete', Permission>;
  /**
   * Checks and completes the values of a record; issues become field errors. What it makes of fields that are set is
   * stored. Rules between fields are refinements of the whole.
   */
  schema?: z.ZodObject;
  /** The only filter a guest may use, `field = 'value'` exactly, and the fields that a guest is shown. */
  guest?: { filter: string; fields: readonly string[] };
  /** Before a create is looked at: limits on attempts, or a refusal whatever was sent. */
  admitCreate?(call: Pick<WriteCall, 'context' | 'actor' | 'address'>): Promise<void>;
  /** Slow work that needs no transaction (hashing), before it begins. */
  prepare?(
    call: Pick<WriteCall, 'context' | 'actor' | 'body' | 'address'>,
    verb: 'create' | 'update',
  ): Promise<unknown>;
  /** Refuses a create of its own, before the transaction begins, that would be refused in it: a flood of them costs no write. */
  lookBeforeCreate?(call: Pick<WriteCall, 'context' | 'now' | 'address'>, values: Values): Promise<void>;
  /** How long a create takes shall tell nobody what it found. */
  createEvenly?: true;
  /** Replaces the ordinary insert: registration, a visitor's booking. Answers the stored row. */
  create?(call: WriteCall, values: Values): Promise<Row<Table>>;
  /** Rules before the row is written; may throw an AppError, may change or add columns of `row`. */
  beforeCreate?(call: WriteCall, row: Row<Table>): Promise<void>;
  afterCreate?(call: WriteCall, row: Row<Table>): Promise<void>;
  /** Replaces the ordinary update where it is an action (a booking's status). Answers the stored row, or null to go on. */
  update?(call: WriteCall, before: Row<Table>, values: Values): Promise<Row<Table> | null>;
  beforeUpdate?(call: WriteCall, before: Row<Table>, row: Row<Table>): Promise<void>;
  afterUpdate?(call: WriteCall, before: Row<Table>, row: Row<Table>): Promise<void>;
  beforeDelete?(call: WriteCall, row: Row<Table>): Promise<void>;
  /**
   * What a delete takes beside the right to it, and slow work, before the transaction. Returns what `delete` finds as
   * `prepared`. A collection that has it refuses deletes in batches.
   */
  prepareDelete?(call: Pick<WriteCall, 'context' | 'actor' | 'body' | 'address'>, id: string): Promise<unknown>;
  /** Replaces the ordinary delete. */
  delete?(call: WriteCall, owner: OwnerId, row: Row<Table>): Promise<void>;
  /** Changes what is answered (an expired licence reads expired). `wire` has the wire names; answers the same object. */
  present?(wire: Values, row: Row<Table>, now: Temporal.Instant): Values;
}

/** Declares a collection; keeps the table's row type in its rules. */
export function defineCollection<Table extends RecordTable>(collection: Collection<Table>): Collection<Table> {
  return collection;
}
