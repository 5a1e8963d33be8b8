import { test } from 'node:test';
import { CSV_LIMITS } from '#domain/csv-import/report.ts';
import { importAsOne } from '#proofs/support/csv-as-one.ts';
import { onServerWith, UNLIMITED } from '#proofs/support/test-server.ts';

onServerWith({ replace: { limits: UNLIMITED } }, (server) => {
  test('OWN-03 the largest table is one transaction, one entry of the journal and one reload of its readers', () =>
    importAsOne(server, CSV_LIMITS.rows));
});
