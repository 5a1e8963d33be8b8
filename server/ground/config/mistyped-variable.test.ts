import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VARIABLES } from '#server/ground/config/config.ts';
import { findMistyped } from '#server/ground/config/mistyped-variable.ts';

const meant = (name: string) => findMistyped([name], VARIABLES)?.meant ?? null;

test('a name that looks like one of ours is found with the one that is meant', () => {
  for (const [name, ours] of [
    ['SMPT_URL', 'SMTP_URL'],
    ['SMTPURL', 'SMTP_URL'],
    ['smtp_url', 'SMTP_URL'],
    ['SMTP_URI', 'SMTP_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['DATA_DRI', 'DATA_DIR'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_ULR', 'DATABASE_URL'],
    ['DATABASE_DIREKT_URL', 'DATABASE_DIRECT_URL'],
    ['PUBLICURL', 'PUBLIC_URL'],
    ['MAIL_FORM', 'MAIL_FROM'],
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
    ['ALOWED_ORIGIN', 'ALLOWED_ORIGINS'],
    ['BACKUP_DIRS', 'BACKUP_DIR'],
    ['BACKUP_KEYFILE', 'BACKUP_KEY_FILE'],
    ['BACKUP_PASPHRASE', 'BACKUP_PASSPHRASE'],
    ['LOGLEVEL', 'LOG_LEVEL'],
  ] as const) {
    assert.equal(meant(name), ours, name);
  }
});

test('our own names, and those that machines and hosters set, are left alone', () => {
  for (const name of VARIABLES) assert.equal(meant(name), null, name);
  for (const name of [
    ...'HOSTNAME HOSTTYPE HOME HOMEDIR MAIL MAILTO MAILFROM MAILCHECK LOGNAME LOGDIR PATH PWD OLDPWD SHELL SHLVL'.split(
      ' ',
    ),
    ...'USER TERM LANG TMPDIR TEMPDIR TZ EDITOR DISPLAY INVOCATION_ID JOURNAL_STREAM STATE_DIRECTORY CACHE_DIRECTORY'.split(
      ' ',
    ),
    ...'PORTS HTTP_PORT HTTPS_PORT SERVER_PORT APP_PORT WEB_PORT HOST_IP HOST_NAME APP_HOST PUBLIC_IP PUBLIC_DIR'.split(
      ' ',
    ),
    ...'PGHOST PGPORT PGUSER PGDATA PGDATABASE PGPASSWORD PGSSLMODE PGSERVICE POSTGRES_URL POSTGRES_PASSWORD'.split(
      ' ',
    ),
    ...'DATABASE_HOST DATABASE_PORT DATABASE_NAME DATABASE_USER DATABASE_PASSWORD DATABASE_PUBLIC_URL'.split(' '),
    ...'DATABASE_PRIVATE_URL DATABASE_URL_UNPOOLED REDIS_URL AMQP_URL MONGO_URL SENTRY_DSN BASE_URL APP_URL'.split(' '),
    ...'SMTP_HOST SMTP_PORT SMTP_USER SMTP_PASSWORD MAIL_HOST MAIL_PORT NODE_ENV NODE_OPTIONS NODE_PATH INIT_CWD'.split(
      ' ',
    ),
    ...'npm_config_loglevel npm_config_local_prefix npm_package_json npm_lifecycle_event npm_execpath'.split(' '),
    ...'DD_LOG_LEVEL RUST_LOG LOG_FORMAT HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY DATADOG_URL RENDER_EXTERNAL_URL'.split(
      ' ',
    ),
    ...'KUBERNETES_PORT KABINET_PORT KABINET_SERVICE_HOST CONTAINER_NAME RAILWAY_PUBLIC_DOMAIN FLY_APP_NAME DYNO'.split(
      ' ',
    ),
    ...'CHROMIUM CHROMIUM_PATH WHOLE_CHROMIUM_PATH TEST_DATABASE_URL TEST_ENGINE TEST_COUNTS NODE_COMPILE_CACHE MALLOC_ARENA_MAX'.split(
      ' ',
    ),
    ...'KEY_FILE REGISTRATION METRICS_TOKEN BACKUP_REPORT_URL'.split(' '),
  ]) {
    assert.equal(meant(name), null, name);
  }
});
