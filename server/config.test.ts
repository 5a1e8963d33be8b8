import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, readConfig } from '#server/config.ts';

test('an empty environment gives the documented defaults', () => {
  const config = readConfig({});
  assert.equal(config.host, '127.0.0.1');
  assert.equal(config.port, 8090);
  assert.equal(config.dataDir, './data');
  assert.equal(config.publicUrl, 'http://127.0.0.1:8090');
  assert.equal(config.databaseUrl, null);
  assert.equal(config.logLevel, 'info');
});

test('an empty variable is an absent one', () => {
  assert.equal(readConfig({ PORT: ' ', SMTP_URL: '' }).port, 8090);
});

test('PUBLIC_URL is an origin, a slash at its end is cut off', () => {
  assert.equal(readConfig({ PUBLIC_URL: 'https://kabinet.example/' }).publicUrl, 'https://kabinet.example');
});

test('the daily backup needs its key, and is of the SQLite file', () => {
  const { backupDir, backupKeyFile } = readConfig({ BACKUP_DIR: '/backups', BACKUP_KEY_FILE: '/key' });
  assert.deepEqual([backupDir, backupKeyFile], ['/backups', '/key']);
  assert.equal(readConfig({ BACKUP_KEY_FILE: '/key' }).backupDir, null);
  assert.throws(
    () => readConfig({ BACKUP_DIR: '/backups' }),
    /^ConfigError: BACKUP_KEY_FILE must be set with BACKUP_DIR: /,
  );
  const both = { BACKUP_DIR: '/backups', BACKUP_KEY_FILE: '/key', DATABASE_URL: 'postgres://localhost/kabinet' };
  assert.throws(() => readConfig(both), /^ConfigError: BACKUP_DIR must be empty with DATABASE_URL: /);
});

test('DATABASE_URL may name several servers, DATABASE_DIRECT_URL stands beside it alone', () => {
  const several = 'postgres://u:p%40@a:5432,[::1]:5433/x?target_session_attrs=read-write';
  assert.equal(readConfig({ DATABASE_URL: several }).databaseUrl, several);
  assert.throws(
    () => readConfig({ DATABASE_DIRECT_URL: several }),
    /^ConfigError: DATABASE_DIRECT_URL must be empty without DATABASE_URL: /,
  );
});

for (const [name, value] of [
  ['PORT', '80a'],
  ['PORT', '70000'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_URL', 'postgres://a:5432,b:5432/x'],
  ['DATABASE_URL', 'postgres://a:5432,b:5432/x?target_session_attrs=any'],
  ['DATABASE_URL', 'postgres://a:5432,b:port/x?target_session_attrs=read-write'],
  ['DATABASE_DIRECT_URL', 'mysql://localhost/x'],
  ['PUBLIC_URL', 'https://kabinet.example/path'],
  ['PUBLIC_URL', 'kabinet.example'],
  ['SMTP_URL', 'http://mail.example'],
  ['MAIL_FROM', 'nobody'],
  ['TRUST_PROXY', 'yes'],
  ['ALLOWED_ORIGINS', 'https://a.example,b.example'],
  ['LOG_LEVEL', 'loud'],
] as const) {
  test(`a wrong ${name} (${value}) is one sentence that names it and not its value`, () => {
    assert.throws(
      () => readConfig({ [name]: value }),
      (error: unknown) => {
        assert.ok(error instanceof ConfigError);
        assert.match(error.message, new RegExp(`^${name} must be [^.]+\\.$|^${name} must be .*\\.$`));
        assert.ok(!error.message.includes('\n'));
        return true;
      },
    );
  });
}
