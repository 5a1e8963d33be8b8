import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, readConfig } from '#server/ground/config/config.ts';

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

test('the daily backup needs its key, on either engine, and what follows it needs the backup', () => {
  const { backupDir, backupKeyFile } = readConfig({ BACKUP_DIR: '/backups', BACKUP_KEY_FILE: '/key' });
  assert.deepEqual([backupDir, backupKeyFile], ['/backups', '/key']);
  assert.equal(readConfig({ BACKUP_KEY_FILE: '/key' }).backupDir, null);
  assert.throws(
    () => readConfig({ BACKUP_DIR: '/backups' }),
    /^ConfigError: BACKUP_RECIPIENT or BACKUP_KEY_FILE must be set with BACKUP_DIR: /,
  );
  const both = { BACKUP_DIR: '/backups', BACKUP_KEY_FILE: '/key', DATABASE_URL: 'postgres://localhost/kabinet' };
  assert.equal(readConfig(both).backupDir, '/backups');
  for (const name of ['BACKUP_AFTER', 'BACKUP_PING_URL']) {
    const value = 'https://ping.example/a';
    assert.throws(
      () => readConfig({ [name]: value }),
      new RegExp(`^ConfigError: ${name} must be empty without BACKUP_DIR`),
    );
    readConfig({ ...both, [name]: value });
  }
  assert.throws(
    () => readConfig({ ...both, BACKUP_PING_URL: 'ping.example' }),
    /^ConfigError: BACKUP_PING_URL must be /,
  );
  assert.deepEqual(readConfig({}).backupKeep, { newest: 14, weeks: 8, months: 12 });
  assert.deepEqual(readConfig({ BACKUP_KEEP: '7,0,0' }).backupKeep, { newest: 7, weeks: 0, months: 0 });
  for (const wrong of ['0,1,1', '7', '7,1', '7,1,1,1', 'all']) {
    assert.throws(() => readConfig({ BACKUP_KEEP: wrong }), /^ConfigError: BACKUP_KEEP must be three numbers/);
  }
});

test('PROFILE-04 what a licence costs is one line, and where it is bought an https URL', () => {
  const { licencePrice, licenceUrl } = readConfig({
    LICENCE_PRICE: ' 2 900 ₽ в год ',
    LICENCE_URL: 'https://shop.example/k?a=1',
  });
  assert.deepEqual([licencePrice, licenceUrl], ['2 900 ₽ в год', 'https://shop.example/k?a=1']);
  assert.deepEqual([readConfig({}).licencePrice, readConfig({}).licenceUrl], [null, null]);
  for (const wrong of ['2 900 ₽\nв год', 'x'.repeat(61)]) {
    assert.throws(() => readConfig({ LICENCE_PRICE: wrong }), /^ConfigError: LICENCE_PRICE must be one line/);
  }
  for (const wrong of ['http://shop.example', 'javascript:alert(1)', 'shop.example']) {
    assert.throws(() => readConfig({ LICENCE_URL: wrong }), /^ConfigError: LICENCE_URL must be an https/);
  }
});

test('a token for metrics is long enough not to be guessed', () => {
  assert.equal(readConfig({ METRICS_TOKEN: 'x'.repeat(16) }).metricsToken, 'x'.repeat(16));
  for (const wrong of ['x'.repeat(15), `${'x'.repeat(16)} y`, 'ж'.repeat(16)]) {
    assert.throws(() => readConfig({ METRICS_TOKEN: wrong }), /^ConfigError: METRICS_TOKEN must be at least 16 /);
  }
});

test('a recipient of backups is checked to its last letter', () => {
  const one = 'age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj';
  assert.deepEqual(readConfig({ BACKUP_RECIPIENT: `${one}, ${one}`, BACKUP_DIR: '/b' }).backupRecipients, [one, one]);
  for (const wrong of [
    one.replace('zvk', 'zvq'),
    one.slice(0, -1),
    'AGE-SECRET-KEY-1ABC',
    'ssh-ed25519 AAAA',
    ',',
    one.toUpperCase(),
  ]) {
    assert.throws(() => readConfig({ BACKUP_RECIPIENT: wrong }), /^ConfigError: BACKUP_RECIPIENT must be recipients /);
  }
});

test('DATABASE_URL names one server, and says who follows several; DATABASE_DIRECT_URL stands beside it alone', () => {
  const one = 'postgres://u:p%40@a:5432/x?target_session_attrs=read-write&sslmode=verify-full';
  assert.equal(readConfig({ DATABASE_URL: one }).databaseUrl, one);
  assert.throws(
    () => readConfig({ DATABASE_URL: one.replace('a:5432', 'a:5432,[::1]:5433') }),
    /^ConfigError: DATABASE_URL must be a postgres:\/\/ URL of one server, a proxy follows the primary of several /,
  );
  assert.throws(
    () => readConfig({ DATABASE_DIRECT_URL: one }),
    /^ConfigError: DATABASE_DIRECT_URL must be empty without DATABASE_URL: /,
  );
});

test('PostgreSQL on another machine is encrypted, or said not to be', () => {
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL']) {
    const env = { DATABASE_URL: 'postgres://localhost/x', [name]: 'postgres://kabinet:secret@db.example/x' };
    const refusal = new RegExp(`^ConfigError: ${name} must say sslmode=verify-full [^.]+ or sslmode=disable [^.]+\\.$`);
    assert.throws(() => readConfig(env), refusal);
    for (const mode of ['verify-full', 'disable']) readConfig({ ...env, [name]: `${env[name]}?sslmode=${mode}` });
  }
});

test('a name that looks like a variable of ours stops the start, an empty one does not', () => {
  assert.throws(
    () => readConfig({ SMPT_URL: 'smtps://u:secret@mail.example' }),
    /^ConfigError: SMPT_URL is no variable of Kabinet: it must be SMTP_URL, or empty\.$/,
  );
  readConfig({ SMPT_URL: ' ', HOSTNAME: 'a', MAIL: '/var/mail/a', npm_config_loglevel: 'warn' });
});

test('what people write into HOST, SMTP_URL and MAIL_FROM is taken', () => {
  for (const HOST of ['127.0.0.1', '::', '::1', 'localhost', 'node-1.internal']) {
    assert.equal(readConfig({ HOST }).host, HOST);
  }
  for (const SMTP_URL of ['smtp://127.0.0.1', 'smtps://anna@mail.example:p%2Fw@smtp.mail.example:465/?pool=1']) {
    assert.equal(readConfig({ SMTP_URL, MAIL_FROM: 'anna@mail.example' }).smtpUrl, SMTP_URL);
  }
  for (const MAIL_FROM of [
    'a@localhost',
    'Кабинет <kabinet@kabinet.example>',
    '"Anna, Dr." <a@b.example>',
    '<a@b>',
    'Анна, Петрова <a@b.example>',
    '"Кабинет (Москва); Анна" <a.b+c@xn--80a1acny.xn--p1ai>',
    'Кабинет <kabinet@практика.рф>',
  ]) {
    assert.equal(readConfig({ MAIL_FROM }).mailFrom, MAIL_FROM);
  }
});

for (const [name, value] of [
  ['HOST', 'http://127.0.0.1'],
  ['HOST', '127.0.0.1:8090'],
  ['HOST', '[::1]'],
  ['HOST', 'a b'],
  ['SMTP_URL', 'smtp://'],
  ['SMTP_URL', 'smtp://user@x:pass word@h:25'],
  ['SMTP_URL', 'smtp://user:pa/ss@h:25'],
  ['SMTP_URL', 'smtp://user:12/3@h:25'],
  ['SMTP_URL', 'smtp://user:12#3@h:25'],
  ['SMTP_URL', 'smtp://user:12?3@h:25'],
  ['SMTP_URL', 'smtp:mail.example'],
  ['MAIL_FROM', '@'],
  ['MAIL_FROM', 'Кабинет <kabinet@>'],
  ['MAIL_FROM', 'Кабинет <@kabinet.example>'],
  ['MAIL_FROM', 'Кабинет kabinet@kabinet.example'],
  ['MAIL_FROM', 'Кабинет <почта@практика.рф>'],
  ['MAIL_FROM', 'почта@kabinet.example'],
  ['MAIL_FROM', 'Кабинет (Москва) <kabinet@kabinet.example>'],
  ['MAIL_FROM', 'Анна; Петрова <kabinet@kabinet.example>'],
  ['MAIL_FROM', 'Кабинет: Анна <kabinet@kabinet.example>'],
  ['MAIL_FROM', '"Кабинет <kabinet@kabinet.example>'],
  ['MAIL_FROM', 'Анна <a@b.example>, Мария <c@d.example>'],
  ['MAIL_FROM', 'a..b@kabinet.example'],
  ['MAIL_FROM', 'kabinet@kabinet..example'],
  ['DATABASE_URL', 'postgres://kabinet:ab/cd+e=@127.0.0.1:5432/kabinet'],
  ['DATABASE_URL', 'postgres://kabinet:12/cd@127.0.0.1:5432/kabinet'],
  ['DATABASE_URL', 'postgres://kabinet:12#cd@127.0.0.1:5432/kabinet'],
  ['DATABASE_URL', 'postgres://kabinet:12?cd@127.0.0.1:5432/kabinet'],
  ['DATABASE_URL', 'postgres://kabinet:ab@cd@127.0.0.1:5432/kabinet'],
  ['DATABASE_URL', 'postgres://kabinet:%ff@127.0.0.1:5432/kabinet'],
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
  ['DATA_DIR', '~/data'],
  ['KEY_FILE', '~/key'],
  ['BACKUP_DIR', '~'],
  ['BACKUP_PASSPHRASE', 'short'],
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

test('a sender is asked for where another machine sends, and a mark of an editor hides no variable', () => {
  const SMTP_URL = 'smtps://mail.example';
  assert.throws(() => readConfig({ SMTP_URL }), /^ConfigError: MAIL_FROM must be set with SMTP_URL: [^\n]+\.$/);
  assert.equal(readConfig({ SMTP_URL: 'smtp://127.0.0.1' }).mailFrom, 'Кабинет <kabinet@localhost>');
  for (const name of ['PORT', 'DATA_DIR']) {
    assert.throws(
      () => readConfig({ [`\uFEFF${name}`]: '/srv' }),
      (error: unknown) => error instanceof ConfigError && error.message.startsWith(`${name} must begin its line: `),
    );
  }
});

test('a URL with a password that is not encoded says how it is written, and not the password', () => {
  for (const [name, scheme] of [
    ['DATABASE_URL', 'postgres'],
    ['SMTP_URL', 'smtp'],
  ] as const) {
    assert.throws(
      () => readConfig({ [name]: `${scheme}://kabinet:geheim/cd+e=@db.example:5432/kabinet` }),
      (error: unknown) =>
        error instanceof ConfigError && / is written %2F/.test(error.message) && !/geheim/.test(error.message),
    );
  }
});
