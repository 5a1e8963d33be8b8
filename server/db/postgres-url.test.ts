import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serverUrls } from '#server/db/postgres-url.ts';

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
