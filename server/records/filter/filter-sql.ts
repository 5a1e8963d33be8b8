import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Engine } from '#server/ground/db/database.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import type { Collection } from '#server/records/collection.ts';
import type { Condition, FieldRef } from '#server/records/filter/condition.ts';
import { matches } from '#server/records/filter/filter-predicate.ts';
import { globTexts } from '#server/records/filter/glob-pattern.ts';
import { emptyTest } from '#server/records/filter/sealed-condition.ts';
import { likeText } from '#server/records/filter/like-pattern.ts';

/** The statement that a condition goes into; it uses the table of the record without an alias. */
export interface SqlScope {
  collection: Collection;
  owner: OwnerId;
  engine: Engine;
  /** Evaluated for every row of a statement that could become too expensive. */
  mayGoOn?: RawBuilder<SqlBool> | null;
}

/** Returns a condition for `where`. Every value is a parameter; the SQL depends only on the shape of the filter. */
export function conditionSql(condition: Condition, scope: SqlScope): RawBuilder<SqlBool> {
  const empty = emptyTest(condition, scope.collection);
  if (empty) return emptySql(empty, scope);
  const related = relatedCondition(condition);
  if (related) return relatedSql(related, scope);
  switch (condition.kind) {
    case 'always':
      return condition.value ? sql`1 = 1` : sql`1 = 0`;
    case 'and':
      return sql`(${sql.join(
        condition.items.map((item) => conditionSql(item, scope)),
        sql` and `,
      )})`;
    case 'or':
      return sql`(${sql.join(
        condition.items.map((item) => conditionSql(item, scope)),
        sql` or `,
      )})`;
    case 'compare':
      return sql`${fieldSql(condition.field, scope)} ${sql.raw(condition.sign)} ${valueSql(condition.value)}`;
    case 'compareFields':
      return sql`${fieldSql(condition.left, scope)} ${sql.raw(condition.sign)} ${fieldSql(condition.right, scope)}`;
    case 'like': {
      const operator = condition.negated ? sql`not like` : sql`like`;
      return sql`${textSql(condition.field, scope)} ${operator} ${likeText(condition.pattern)} escape '\\'`;
    }
    case 'contains': {
      const { text, needle, negated } = condition;
      if (scope.engine === 'sqlite' && (typeof text === 'string' || text.fold)) {
        const asTyped = textSql(typeof text === 'string' ? text : { ...text, fold: false }, scope);
        const found =
          typeof needle === 'string' ? foundInFolded(asTyped, needle) : containsSql(asTyped, textSql(needle, scope));
        return negated ? sql`not ${found}` : found;
      }
      // Not `like`, which on SQLite restarts the needle at every character.
      const place = sql.raw(scope.engine === 'postgres' ? 'strpos' : 'instr');
      const sign = sql.raw(negated ? '=' : '>');
      return sql`${place}(${textSql(text, scope)}, ${textSql(needle, scope)}) ${sign} 0`;
    }
    default:
      return condition satisfies never;
  }
}

/** A sealed text is empty where its bit is not set; one that is not sealed yet stands in its column. */
function emptySql(
  { column, empty, bit }: { column: string; empty: boolean; bit: number },
  { collection: { name } }: SqlScope,
): RawBuilder<SqlBool> {
  const [key, bits] = [sql.ref(`${name}.seal_key`), sql.ref(`${name}.sealed_fields`)];
  const sign = sql.raw(empty ? '=' : '<>');
  return sql<SqlBool>`(case when ${key} = 0 then ${sql.ref(`${name}.${column}`)} ${sign} '' else (${bits} & ${sql.lit(bit)}) ${sign} 0 end)`;
}

/** `glob` can take too long on longer texts. */
const GLOB_BYTES = 4000;

/** Takes linear time, unlike `instr` where text and needle repeat themselves. */
function containsSql(text: RawBuilder<unknown>, needle: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`contains_folded(${text}, ${needle})`;
}

/** Returns SQL for whether an unfolded text contains a folded needle, on SQLite. */
function foundInFolded(text: RawBuilder<unknown>, needle: string): RawBuilder<SqlBool> {
  const anywhere = containsSql(text, sql`${needle}`);
  const globs = globTexts(needle);
  if (!globs) return anywhere;
  const anyGlob = sql.join(
    globs.map((glob) => sql`${text} glob ${glob}`),
    sql` or `,
  );
  return sql`case when octet_length(${text}) <= ${sql.lit(GLOB_BYTES)} then ${anyGlob} else ${anywhere} end`;
}

interface RelatedCondition {
  relation: NonNullable<FieldRef['relation']>;
  /** The same condition for the related record itself. */
  condition: Condition;
}

/** Returns a comparison of a related record's field with a constant; null if a missing record would match too. */
function relatedCondition(condition: Condition): RelatedCondition | null {
  const related = saidOfRelated(condition);
  return related && !matches(condition, { row: {}, related: {} }) ? related : null;
}

function saidOfRelated(condition: Condition): RelatedCondition | null {
  if (condition.kind === 'compare' || condition.kind === 'like') {
    const { relation } = condition.field;
    return relation && { relation, condition: { ...condition, field: { ...condition.field, relation: null } } };
  }
  if (condition.kind !== 'contains' || typeof condition.text === 'string' || typeof condition.needle !== 'string') {
    return null;
  }
  const { relation } = condition.text;
  return relation && { relation, condition: { ...condition, text: { ...condition.text, relation: null } } };
}

/** Finds the few related records once, not once per record of the list. */
function relatedSql({ relation: { column, to }, condition }: RelatedCondition, scope: SqlScope): RawBuilder<SqlBool> {
  const target = { ...scope, collection: to };
  const said = conditionSql(condition, target);
  return sql`${sql.ref(`${scope.collection.name}.${column}`)} in (
    select ${sql.ref(`${to.name}.id`)} from ${sql.table(to.name)}
    where ${sql.ref(`${to.name}.${to.owner}`)} = ${scope.owner} and ${scope.mayGoOn ? sql`${scope.mayGoOn} and ${said}` : said}
  )`;
}

/** Returns the value of a field; for a missing related record, the empty value of its type. */
export function fieldSql(field: FieldRef, { collection }: SqlScope): RawBuilder<unknown> {
  const own = sql.ref(`${collection.name}.${field.relation?.column ?? field.column}`);
  if (!field.relation) return folded(own, field);
  const { to } = field.relation;
  // Checks the owner again: a relation never leads to another owner's records.
  const target = sql`(
    select ${sql.ref(`target.${field.column}`)} from ${sql.table(to.name)} as target
    where target.id = ${own} and ${sql.ref(`target.${to.owner}`)} = ${sql.ref(`${collection.name}.${collection.owner}`)}
  )`;
  return folded(sql`coalesce(${target}, ${sql.raw(field.type === 'number' ? '0' : "''")})`, field);
}

function folded(value: RawBuilder<unknown>, field: FieldRef): RawBuilder<unknown> {
  if (!field.fold || field.type === 'number') return value;
  // Dates are ASCII, whose case both engines convert.
  return field.type === 'date' ? sql`lower(${value})` : sql`fold(${value})`;
}

function textSql(field: FieldRef | string, scope: SqlScope): RawBuilder<unknown> {
  if (typeof field === 'string') return sql`${field}`;
  const value = fieldSql(field, scope);
  return field.type === 'number' ? sql`cast(${value} as text)` : value;
}

/** A number can be a fraction or large where the column holds small integers; both engines compare it unchanged. */
function valueSql(value: string | number): RawBuilder<unknown> {
  return typeof value === 'number' ? sql`cast(${value} as double precision)` : sql`${value}`;
}
