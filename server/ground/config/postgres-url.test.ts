import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCarelesslyClear, serverUrl } from '#server/ground/config/postgres-url.ts';

test('a URL of one server is that server, as it was written', () => {
  for (const url of ['postgres://u:p@a:5432/db', 'postgresql://a/db?application_name=x', 'postgres://u:a%2Cb@a/db']) {
    assert.equal(serverUrl(url), url);
  }
});

test('what libpq asks of a server is asked of every connection, and not handed to the driver', () => {
  assert.equal(
    serverUrl('postgres://u:p%40,@a/db?target_session_attrs=read-write&sslmode=x'),
    'postgres://u:p%40,@a/db?sslmode=x',
  );
});

test('what names no server, several, or one that only reads is refused', () => {
  for (const url of [
    'mysql://a/db',
    'postgres://a,b/db',
    'postgres://a/db?target_session_attrs=standby',
    'postgres://a:1,b:2/db?target_session_attrs=read-write',
    'postgres:///db?host=a,b',
    'postgres://a:two/db',
    'a',
  ]) {
    assert.equal(serverUrl(url), null, url);
  }
});

test('of what leads to another machine, only what says whether it is encrypted is careful', () => {
  for (const host of ['localhost', '127.0.0.1', '[::1]', '%2Fvar%2Frun%2Fpostgresql', '']) {
    assert.equal(isCarelesslyClear(`postgres://u:p@${host}/db`), false, host);
  }
  assert.equal(isCarelesslyClear('postgres:///db?host=/var/run/postgresql'), false);
  for (const url of ['postgres://db.example/db', 'postgres://10.0.0.1/db', 'postgres:///db?host=a']) {
    const and = url.includes('?') ? '&' : '?';
    assert.equal(isCarelesslyClear(url), true, url);
    for (const mode of ['prefer', 'allow', 'x', '']) {
      assert.equal(isCarelesslyClear(`${url}${and}sslmode=${mode}`), true, mode);
    }
    for (const mode of ['verify-full', 'verify-ca', 'require', 'no-verify', 'disable']) {
      assert.equal(isCarelesslyClear(`${url}${and}sslmode=${mode}`), false, mode);
    }
  }
});

test('every kind of verified connection is the strictest, by the authorities of Node unless a file is named', () => {
  for (const mode of ['verify-full', 'verify-ca', 'require']) {
    const url = serverUrl(`postgres://a/db?sslmode=${mode}&sslrootcert=system`);
    assert.equal(url, 'postgres://a/db?sslmode=verify-full');
  }
  const own = 'postgres://a/db?sslmode=verify-full&sslrootcert=%2Fetc%2Fca.pem';
  assert.equal(serverUrl(own), own);
});
