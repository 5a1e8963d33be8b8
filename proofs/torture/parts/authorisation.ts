import { FORBIDDEN_VALUES, tryAssignments } from '#proofs/authorisation/mass-assignment.ts';
import { forgeTokens } from '#proofs/authorisation/forged-tokens.ts';
import { openTwoWorlds } from '#proofs/authorisation/two-worlds.ts';
import { openTestServer, UNLIMITED } from '#proofs/support/test-server.ts';
import type { Part } from '#proofs/torture/part.ts';

const SEQUENCES = 400;
const LENGTH = 50;
const TOKENS = 5000;

/** Data that strangers must not learn, set or forge, at length: short forms stand in proofs/authorisation. */
export const run: Part = async (tell) => {
  for (const where of ['sqlite', 'postgres'] as const) {
    {
      await using worlds = await openTwoWorlds(where);
      const statuses = await worlds.compare(SEQUENCES, LENGTH);
      const asked = [...statuses.values()].reduce((sum, count) => sum + count, 0);
      const failed = [...statuses].filter(([status]) => status >= 500).length;
      const shown = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
      tell({
        what: 'requests to two databases that differ in a neighbour’s data',
        where,
        measured: `${asked} alike byte by byte (${shown.join(', ')})`,
        wanted: '≥ 20000 alike, no 5xx',
        ok: asked >= 20_000 && failed === 0,
      });
    }
    await using server = await openTestServer(where, { replace: { limits: UNLIMITED } });
    const { tried, faults } = await tryAssignments(server, FORBIDDEN_VALUES);
    for (const fault of faults.slice(0, 10)) console.log(`    ${fault}`);
    tell({
      what: 'fields that are not the caller’s, by JSON, form, @jsonPayload and batch',
      where,
      measured: `${tried} tried, ${faults.length} set`,
      wanted: '0 set',
      ok: tried > 5000 && faults.length === 0,
    });
    const { sent, accepted } = await forgeTokens(server, TOKENS);
    tell({
      what: 'mutated tokens sent to the server',
      where,
      measured: `${sent} sent, ${accepted.length} accepted`,
      wanted: `${TOKENS} sent, 0 accepted`,
      ok: sent === TOKENS && accepted.length === 0,
    });
  }
};
