import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RACES, runRace } from '#proofs/support/races.ts';
import { onServer } from '#proofs/support/test-server.ts';
import { longTest } from '#proofs/support/long-form.ts';

onServer((server) => {
  for (const race of RACES) {
    // What begins half an hour later overlaps as what begins at once does.
    (race.title.includes('neighbours') ? longTest : test)(
      `PUBLIC-04 BOOK-02 CLIENT-08 ${race.title} at once: as many pass as may`,
      async () => {
        const { db } = server.context;
        const site = { callers: server, db, now: () => server.clock.now };
        const callers = Math.min(16, race.callers);
        // The first round opens the connections, the second one races.
        for (const { faults } of await runRace(site, race, { rounds: 2, callers })) assert.deepEqual(faults, []);
      },
    );
  }
});
