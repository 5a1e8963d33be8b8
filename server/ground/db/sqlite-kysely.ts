import {
  CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultQueryExecutor,
  Kysely,
  type LimitNode,
  type QueryExecutor,
  type QueryResult,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
  ValueNode,
} from 'kysely';
import type { SqliteConnection } from '#server/ground/db/node-sqlite.ts';
import type { Schema } from '#server/ground/db/schema.ts';

/** Takes the write lock at the beginning of a transaction: a later attempt could fail halfway. */
class ImmediateDriver extends SqliteDriver {
  readonly #database: SqliteConnection;
  readonly #beforeBegin: () => void;

  constructor(database: SqliteConnection, beforeBegin: () => void) {
    super({ database });
    this.#database = database;
    this.#beforeBegin = beforeBegin;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    this.#beforeBegin();
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // Otherwise a failing rollback would hide the first error.
    if (this.#database.isInTransaction) await super.rollbackTransaction(connection);
  }
}

/**
 * Casts limits: SQLite prepares a query again whenever a value is bound to a bare `limit ?`, which took 5 % of a list
 * of 30.
 */
class PlannedOnce extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    if (!ValueNode.is(node.limit)) return super.visitLimit(node);
    this.append('limit cast(');
    this.visitNode(node.limit);
    this.append(' as integer)');
  }
}

export class ImmediateSqliteDialect extends SqliteDialect {
  readonly #database: SqliteConnection;
  readonly #beforeBegin: () => void;

  /** `beforeBegin` runs before every transaction, while no other is open. */
  constructor(database: SqliteConnection, beforeBegin: () => void = () => undefined) {
    super({ database });
    this.#database = database;
    this.#beforeBegin = beforeBegin;
  }

  override createDriver(): SqliteDriver {
    return new ImmediateDriver(this.#database, this.#beforeBegin);
  }

  override createQueryCompiler(): SqliteQueryCompiler {
    return new PlannedOnce();
  }
}

/** Runs statements immediately, without the awaits of a pool, which take as long as SQLite does. */
class AtOnce extends DefaultQueryExecutor {
  readonly #database: SqliteConnection;

  constructor(database: SqliteConnection, { adapter }: QueryExecutor, connections: ConnectionProvider) {
    super(new PlannedOnce(), adapter, connections);
    this.#database = database;
  }

  override async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const statement = this.#database.prepare(sql);
    if (statement.reader) return { rows: statement.all(parameters) as Row[] };
    const { changes } = statement.run(parameters);
    return { numAffectedRows: BigInt(changes), rows: [] };
  }

  override withConnectionProvider(connections: ConnectionProvider): DefaultQueryExecutor {
    return new AtOnce(this.#database, this, connections);
  }
}

/** Queues statements outside a transaction, and runs them immediately inside one. */
class InTurn extends DefaultQueryExecutor {
  readonly #database: SqliteConnection;

  constructor(database: SqliteConnection, turns: QueryExecutor) {
    super(new PlannedOnce(), turns.adapter, turns);
    this.#database = database;
  }

  override withConnectionProvider(connections: ConnectionProvider): DefaultQueryExecutor {
    return new AtOnce(this.#database, this, connections);
  }
}

/** Returns the program's only writer: `beforeBegin` runs before every transaction. */
export function sqliteWriter(database: SqliteConnection, beforeBegin: () => void): Kysely<Schema> {
  const dialect = new ImmediateSqliteDialect(database, beforeBegin);
  const executor = new InTurn(database, new Kysely<Schema>({ dialect }).getExecutor());
  return new Kysely<Schema>({ config: { dialect }, dialect, driver: dialect.createDriver(), executor });
}

/** Returns a reader with its own keys and prepared queries. */
export function sqliteReader(database: SqliteConnection): Kysely<Schema> {
  const dialect = new SqliteDialect({ database });
  const turns = new Kysely<Schema>({ dialect }).getExecutor();
  const executor = new AtOnce(database, turns, turns);
  return new Kysely<Schema>({ config: { dialect }, dialect, driver: dialect.createDriver(), executor });
}
