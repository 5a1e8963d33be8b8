import { cutConnections } from '#proofs/faults/connection-cuts.ts';
import { createTestData, openUnlocked } from '#proofs/support/engines.ts';
import { openSecrets } from '#server/ground/secrets/secrets.ts';
import { endProgram, readyUrl, startProgram } from '#proofs/support/program.ts';
import { callersOf, TRUSTED_PROXY } from '#proofs/support/test-server.ts';
import type { Part } from '#proofs/torture/part.ts';
import { LICENSED } from '#proofs/support/rows.ts';

const MILLISECONDS = 60_000;
const LONGEST_HEALING_MS = 2000;

/** A writing server whose connections to PostgreSQL are all cut five times a second. */
export const run: Part = async (tell) => {
  await using data = await createTestData('postgres');
  const databaseUrl = String(data.config.databaseUrl);
  const child = startProgram('server/main.ts', {
    PORT: '0',
    DATA_DIR: data.config.dataDir,
    DATABASE_URL: databaseUrl,
    KEY_FILE: data.config.keyFile ?? '',
    TRUST_PROXY: TRUSTED_PROXY,
    LOG_LEVEL: 'silent',
  });
  const url = await readyUrl(child);
  // A separate name keeps the connection that checks the result from being cut.
  const beside = new URL(databaseUrl);
  beside.searchParams.set('application_name', 'torture');
  const db = await openUnlocked({ ...data.config, databaseUrl: beside.href });
  const site = { db, secrets: await openSecrets(data.config, db), now: () => Temporal.Now.instant() };
  const practitioner = await callersOf([url], site).practitioner(LICENSED);
  const report = await cutConnections({ db, databaseUrl, milliseconds: MILLISECONDS }, practitioner);
  const lives = child.exitCode === null && child.signalCode === null;
  await endProgram(child, 'SIGTERM');
  await db.close();
  const refusals = [...report.refusals].map(([status, count]) => `${status}: ${count}`).join(', ');
  const where = 'postgres, 1 process';
  tell({
    what: `connections cut every 200 ms for ${MILLISECONDS / 1000} s of writes`,
    where,
    measured: `${report.acknowledged} answered, ${report.lost} lost, ${report.twice} twice`,
    wanted: 'none lost, none twice',
    ok: report.acknowledged > 0 && report.lost === 0 && report.twice === 0,
  });
  tell({
    what: 'answers meanwhile that were errors',
    where,
    measured: `${refusals || 'none'}; ${report.strange.size} in no known form${lives ? '' : '; the server ended'}`,
    wanted: '5xx in the form of the API',
    ok: lives && report.strange.size === 0,
  });
  tell({
    what: 'first answer after the last cut',
    where,
    measured: `${report.healedMs.toFixed(0)} ms`,
    wanted: `≤ ${LONGEST_HEALING_MS} ms`,
    ok: report.healedMs <= LONGEST_HEALING_MS,
  });
};
