import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import pg from 'pg';

// Loaded with `--import` in front of a program: counts what it changes on the disk and in a database, and at step
// END_AT, a number or a name, ends the process without warning or, with END_AS=full, lets it fail as on a full disk.

const CHANGES = /^\s*(?:begin|commit|insert|update|delete|vacuum|checkpoint|pragma wal_checkpoint)/i;
const endAt = process.env['END_AT'];
const isFull = process.env['END_AS'] === 'full';
let steps = 0;

function step(what: string, failure: () => Error): void {
  steps += 1;
  if (String(steps) !== endAt && what !== endAt) return;
  if (isFull) throw failure();
  fs.writeSync(2, `ended before ${what}\n`);
  process.kill(process.pid, 'SIGKILL');
}

const noSpace = (): Error => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
const fullDatabase = (): Error => Object.assign(new Error('database or disk is full'), { errcode: 13 });
const fullServer = (): Error => Object.assign(new pg.DatabaseError('disk full', 0, 'error'), { code: '53100' });

for (const name of ['writeFileSync', 'linkSync', 'renameSync', 'fsyncSync', 'chmodSync'] as const) {
  const original: (...args: never[]) => unknown = fs[name];
  Reflect.set(fs, name, (...args: never[]) => {
    step(name, noSpace);
    return original(...args);
  });
}
syncBuiltinESMExports();

const prepare: DatabaseSync['prepare'] = Reflect.get(DatabaseSync.prototype, 'prepare');
DatabaseSync.prototype.prepare = function counted(this: DatabaseSync, text: string, ...more: []): StatementSync {
  const statement = prepare.call(this, text, ...more);
  if (!CHANGES.test(text)) return statement;
  for (const name of ['run', 'all', 'get', 'iterate'] as const) {
    const original: (...args: never[]) => unknown = statement[name].bind(statement);
    Reflect.set(statement, name, (...args: never[]) => {
      step(text, fullDatabase);
      return original(...args);
    });
  }
  return statement;
};

const query: (...args: unknown[]) => unknown = Reflect.get(pg.Client.prototype, 'query');
Reflect.set(pg.Client.prototype, 'query', function counted(this: pg.Client, asked: unknown, ...more: unknown[]) {
  const text = typeof asked === 'object' && asked !== null && 'text' in asked ? String(asked.text) : String(asked);
  if (CHANGES.test(text)) step(text, fullServer);
  return query.call(this, asked, ...more);
});
