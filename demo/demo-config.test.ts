import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '#server/ground/config/config.ts';
import { readDemoConfig } from '#demo/demo-config.ts';

test('the demo stays on this machine and sends nothing, whatever the environment says', () => {
  const real = {
    HOST: '0.0.0.0',
    PORT: '8099',
    DATA_DIR: '/var/lib/kabinet',
    DATABASE_URL: 'postgres://localhost/kabinet',
    PUBLIC_URL: 'https://kabinet.example',
    SMTP_URL: 'smtps://u:p@mail.example',
    MAIL_FROM: 'a@kabinet.example',
    ALLOWED_ORIGINS: 'https://a.example',
    BACKUP_DIR: '/backups',
    BACKUP_KEY_FILE: '/key',
    SMPT_URL: 'x',
  };
  assert.deepEqual(readDemoConfig('/tmp/demo', real), readConfig({ DATA_DIR: '/tmp/demo', PORT: '8099' }));
});
