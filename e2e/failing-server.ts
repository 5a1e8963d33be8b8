import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { fold } from '#domain/text/fold.ts';
import type { Kabinet } from '#e2e/kabinet.ts';

type Table =
  | 'availability_settings'
  | 'blog_posts'
  | 'booking'
  | 'clients'
  | 'consent_documents'
  | 'consents'
  | 'journal'
  | 'letters'
  | 'news'
  | 'profiles'
  | 'sessions'
  | 'sign_ins'
  | 'users';

/** A text that only the database's errors contain. */
const INTERNALS = 'the disk of this machine is broken';

/**
 * Changes the running program's own database: makes it really fail, as with a full disk or a damaged file, until it is
 * mended; and changes rows behind the program's back.
 */
export class FailingServer {
  readonly #kabinet: Kabinet;
  #repairs: string[] = [];

  constructor(kabinet: Kabinet) {
    this.#kabinet = kabinet;
  }

  /** All reads and writes of the table fail. */
  breakTable(table: Table): void {
    // References to the table go on naming it, so that it comes back as it was.
    this.#run('pragma legacy_alter_table = on', `alter table ${table} rename to broken_${table}`);
    this.#repairs.push(`alter table broken_${table} rename to ${table}`);
  }

  /** Reads of the table work, writes fail. */
  refuseWrites(table: Table): void {
    for (const action of ['insert', 'update', 'delete']) {
      const trigger = `refuse_${action}_${table}`;
      const statement = `create trigger ${trigger} before ${action} on ${table}`;
      this.#run(`${statement} begin select raise(abort, '${INTERNALS}'); end`);
      this.#repairs.push(`drop trigger ${trigger}`);
    }
  }

  mend(): void {
    this.#run('pragma legacy_alter_table = on', ...this.#repairs.splice(0));
  }

  /** Changes rows behind the program's back, without publishing it; references need not hold. */
  change(statement: string, ...values: SQLInputValue[]): void {
    this.#open((db) => db.prepare(statement).run(...values));
  }

  #run(...statements: string[]): void {
    this.#open((db) => {
      for (const statement of statements) db.exec(statement);
    });
  }

  #open(work: (db: DatabaseSync) => void): void {
    const options = { timeout: 30_000, enableForeignKeyConstraints: false };
    const db = new DatabaseSync(this.#kabinet.databaseFile, options);
    try {
      db.function('fold', { deterministic: true }, (text) => (typeof text === 'string' ? fold(text) : text));
      work(db);
    } finally {
      db.close();
    }
  }
}
