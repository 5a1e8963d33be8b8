import { DatabaseSync } from 'node:sqlite';

// Preloaded into the program: its database no longer waits for the disk on each commit. The proofs of power cuts must
// then fail.

const exec = Reflect.get(DatabaseSync.prototype, 'exec');
DatabaseSync.prototype.exec = function (sql) {
  Reflect.apply(exec, this, [sql === 'pragma synchronous = full' ? 'pragma synchronous = normal' : sql]);
};
