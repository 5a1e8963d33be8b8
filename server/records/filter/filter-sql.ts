import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Engine } from '#server/ground/db/database.ts';
import { TABLES } from '#server/ground/db/tables.ts';
import { idList } from '#server/ground/db/query.ts';
import { isOptional } from '#server/ground/db/row-codec.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import type { Collection } from '#server/records/collection.ts';
import { type Condition, type FieldRef, NONE, emptyTest } from '#server/records/filter/condition.ts';
import { likeText } from '#server/records/filter/like-pattern.ts';

/** The statement that a condition goes into; it uses the table of the record without an alias. */
export interface SqlScope {
  collection: Collection;
  owner: OwnerId;
  engine: Engine;
}

/** Returns a condition for `where`. Every value is a parameter; the SQL depends only on the shape of the filter. */
export function conditionSql(condition: Condition, scope: SqlScope): RawBuilder<SqlBool> {
  const empty = emptyTest(condition, scope.collection);
  if (empty) {
    const bits = sql.ref(`${scope.collection.name}.sealed_fields`);
    return sql`(${bits} & ${sql.lit(empty.bit)}) ${sql.raw(empty.empty ? '=' : '<>')} 0`;
  }
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
      return compareSql(condition, scope);
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
        return sql`contains_folded(${asTyped}, ${textSql(needle, scope)}) = ${sql.lit(negated ? 0 : 1)}`;
      }
      // Not `like`, which on SQLite restarts the needle at every character.
      const place = sql.raw(scope.engine === 'postgres' ? 'strpos' : 'instr');
      const sign = sql.raw(negated ? '=' : '>');
      return sql`${place}(${textSql(text, scope)}, ${textSql(needle, scope)}) ${sign} 0`;
    }
    case 'some': {
      const { list, item, negated } = condition;
      // A missing related record has '', which is no JSON.
      const json = sql`nullif(${fieldSql(list, scope)}, '')`;
      const items =
        scope.engine === 'postgres'
          ? sql`json_array_elements_text(${json}::json) as item (value)`
          : sql`json_each(${json}) as item`;
      return sql`${sql.raw(negated ? 'not ' : '')}exists (select 1 from ${items} where ${conditionSql(item, scope)})`;
    }
    case 'among': {
      const isIn = sql.raw(condition.negated ? 'not in' : 'in');
      const own = sql.ref(`${scope.collection.name}.${condition.column}`);
      // NULL is among no ids.
      const column = condition.negated ? sql`coalesce(${own}, '')` : own;
      return sql`${column} ${isIn} ${idList(scope.engine, [...condition.ids])}`;
    }
    default:
      return condition satisfies never;
  }
}

/** A column that holds NULL for '' is compared as it is where NULL and '' give the same, so that indexes serve. */
function compareSql(
  { field, sign, value }: Extract<Condition, { kind: 'compare' }>,
  scope: SqlScope,
): RawBuilder<SqlBool> {
  const { column, relation, fold } = field;
  if (!relation && !fold && isOptional(scope.collection.name, column)) {
    const own = sql.ref(`${scope.collection.name}.${column}`);
    if (value === '' && sign === '=') return sql`${own} is null`;
    if (value === '' && (sign === '!=' || sign === '>')) return sql`${own} is not null`;
    if (value !== '' && (sign === '=' || sign === '>' || sign === '>=')) return sql`${own} ${sql.raw(sign)} ${value}`;
  }
  return sql`${fieldSql(field, scope)} ${sql.raw(sign)} ${valueSql(value)}`;
}

/** Returns the value of a field; for a missing related record, the empty value of its type. */
export function fieldSql(field: FieldRef, { collection }: SqlScope): RawBuilder<unknown> {
  const own = sql.ref(`${field.isItem ? 'item' : collection.name}.${field.relation?.column ?? field.column}`);
  if (!field.relation) {
    if (field.nullable) return sql`coalesce(${own}, ${sql.lit(NONE)})`;
    return folded(isOptional(collection.name, field.column) ? sql`coalesce(${own}, '')` : own, field);
  }
  const { to } = field.relation;
  // Checks the owner again: a relation never leads to another owner's records.
  const [theirs, mine] = [`target.${TABLES[to.name].owner}`, `${collection.name}.${TABLES[collection.name].owner}`];
  const target = sql`(
    select ${sql.ref(`target.${field.column}`)} from ${sql.table(to.name)} as target
    where target.id = ${own} and ${sql.ref(theirs)} = ${sql.ref(mine)}
  )`;
  const empty = field.nullable ? sql.lit(NONE) : sql.raw(field.type === 'number' ? '0' : "''");
  return folded(sql`coalesce(${target}, ${empty})`, field);
}

function folded(value: RawBuilder<unknown>, field: FieldRef): RawBuilder<unknown> {
  if (!field.fold || field.type === 'number') return value;
  // Dates are ASCII, whose case both engines convert.
  return field.type === 'date' ? sql`lower(${value})` : sql`fold(${value})`;
}

function textSql(field: FieldRef | string, scope: SqlScope): RawBuilder<unknown> {
  if (typeof field === 'string') return sql`${field}`;
  const value = fieldSql(field, scope);
  if (field.nullable) return sql`case when ${value} = ${sql.lit(NONE)} then '' else cast(${value} as text) end`;
  return field.type === 'number' ? sql`cast(${value} as text)` : value;
}

/** A number can be a fraction or large where the column holds small integers; both engines compare it unchanged. */
function valueSql(value: string | number): RawBuilder<unknown> {
  return typeof value === 'number' ? sql`cast(${value} as double precision)` : sql`${value}`;
}
