import { compareBatches, failAtEveryLength } from '#proofs/authorisation/batch-verdicts.ts';
import { extractBlindly } from '#proofs/authorisation/blind-extraction.ts';
import { askAsGuest } from '#proofs/authorisation/guest-requests.ts';
import { attemptLicence } from '#proofs/authorisation/licence-attempts.ts';
import { SEED } from '#proofs/support/seed.ts';
import { compareTimes } from '#proofs/authorisation/times.ts';
import { openTestServer, UNLIMITED } from '#proofs/support/test-server.ts';
import type { Part } from '#proofs/torture/part.ts';

/** SQLite's and PostgreSQL's shares of the total. */
const QUESTIONS = { sqlite: 7000, postgres: 3000 } as const;
const BATCHES = { sqlite: 1500, postgres: 500 } as const;
const GUESTS = 5000;
const PROFILES = 5000;
const PAIRS = 2000;
const AUC = 0.55;

/** Data that many requests could extract: short forms stand in proofs/authorisation. */
export const run: Part = async (tell) => {
  console.log(`    SEED=${SEED}`);
  for (const where of ['sqlite', 'postgres'] as const) {
    const { told, asked, toldNeighbour } = await extractBlindly(where, QUESTIONS[where]);
    for (const question of told.slice(0, 5)) console.log(`    ${question}`);
    tell({
      what: 'questions about the names of a neighbour’s clients',
      where,
      measured: `${asked} asked, ${told.length} bits (of 60 that the neighbour asks ${toldNeighbour} are answered differently)`,
      wanted: '0 bits',
      ok: told.length === 0 && toldNeighbour > 0,
    });
    const { passed, refused } = await compareBatches(where, BATCHES[where]);
    tell({
      what: 'random batches against their requests one by one',
      where,
      measured: `${passed} passed alike, ${refused} refused alike`,
      wanted: 'the same verdicts and rows',
      ok: passed > 0 && passed + refused >= BATCHES[where],
    });
    await using server = await openTestServer(where, { replace: { limits: UNLIMITED } });
    const left = await failAtEveryLength(server, 50);
    tell({
      what: 'batches of 1 to 50 with one request that is refused',
      where,
      measured: `${left} left something`,
      wanted: '0',
      ok: left === 0,
    });
    const guests = await askAsGuest(server, GUESTS);
    for (const fault of guests.faults.slice(0, 5)) console.log(`    ${fault}`);
    tell({
      what: 'fuzzed requests of guests',
      where,
      measured: `${GUESTS} asked, ${guests.faults.length} shown more than the public fields`,
      wanted: '0',
      ok: guests.faults.length === 0 && guests.shown.size === 3,
    });
    const licences = await attemptLicence(server, PROFILES);
    for (const fault of licences.faults) console.log(`    ${fault}`);
    tell({
      what: 'random updates of a profile without a licence',
      where,
      measured: `${PROFILES} sent, ${licences.faults.length} changed it`,
      wanted: '0',
      ok: licences.faults.length === 0,
    });
    for (const { what, auc } of await compareTimes(server, PAIRS)) {
      tell({
        what: `${what}, told apart by time alone, ${PAIRS} pairs`,
        where,
        measured: `AUC ${auc.toFixed(3)}`,
        wanted: `≤ ${AUC}`,
        ok: Math.max(auc, 1 - auc) <= AUC,
      });
    }
  }
};
