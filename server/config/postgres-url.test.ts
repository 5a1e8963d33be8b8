import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCarelesslyClear, serverUrls } from '#server/config/postgres-url.ts';

test('a URL of one server is that server, as it was written', () => {
  for (const url of ['postgres://u:p@a:5432/db', 'postgresql://a/db?application_name=x', 'postgres://u:a%2Cb@a/db']) {
    assert.deepEqual(serverUrls(url), [url]);
  }
});

test('of a URL of several servers each has its own, with all the rest', () => {
  assert.deepEqual(serverUrls('postgres://u:p%40,@a:5432,b,[::1]:5433/db?target_session_attrs=read-write&sslmode=x'), [
    'postgres://u:p%40,@a:5432/db?sslmode=x',
    'postgres://u:p%40,@b/db?sslmode=x',
    'postgres://u:p%40,@[::1]:5433/db?sslmode=x',
  ]);
  assert.equal(serverUrls('postgres://a,b/db?target_session_attrs=primary')?.length, 2);
});

test('what names no server, or any of several, is refused', () => {
  for (const url of [
    'mysql://a/db',
    'postgres://a,b/db',
    'postgres://a/db?target_session_attrs=standby',
    'postgres://a,,b/db?target_session_attrs=read-write',
    'postgres://a:1,b:two/db?target_session_attrs=read-write',
    'a',
  ]) {
    assert.equal(serverUrls(url), null, url);
  }
});

test('of what leads to another machine, only what says whether it is encrypted is careful', () => {
  for (const host of ['localhost', '127.0.0.1', '[::1]', '%2Fvar%2Frun%2Fpostgresql', '']) {
    assert.equal(isCarelesslyClear(`postgres://u:p@${host}/db`), false, host);
  }
  assert.equal(isCarelesslyClear('postgres:///db?host=/var/run/postgresql'), false);
  const several = 'postgres://127.0.0.1,b/db?target_session_attrs=read-write';
  for (const url of ['postgres://db.example/db', 'postgres://10.0.0.1/db', 'postgres:///db?host=a', several]) {
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
    assert.deepEqual(serverUrls(`postgres://a/db?sslmode=${mode}&sslrootcert=system`), [
      'postgres://a/db?sslmode=verify-full',
    ]);
  }
  const own = 'postgres://a/db?sslmode=verify-full&sslrootcert=%2Fetc%2Fca.pem';
  assert.deepEqual(serverUrls(own), [own]);
});
