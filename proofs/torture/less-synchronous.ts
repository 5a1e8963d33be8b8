import { DatabaseSync } from 'node:sqlite';

// Loaded in front of the program: it opens its data as if nobody had told it to wait for the disk. What is proven about
// power cuts must not hold then.

const exec = Reflect.get(DatabaseSync.prototype, 'exec');
DatabaseSync.prototype.exec = function (sql) {
  Reflect.apply(exec, this, [sql === 'pragma synchronous = full' ? 'pragma synchronous = normal' : sql]);
};
