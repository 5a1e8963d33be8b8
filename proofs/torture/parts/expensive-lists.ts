import { SESSION_LIMITS } from '#domain/sessions/session.ts';
import type { Database } from '#server/ground/db/database.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { clientRow, insertSealed, sessionRow } from '#proofs/support/rows.ts';
import { compareWithFlood, statusesText } from '#proofs/torture/neighbour.ts';
import { startNodes } from '#proofs/torture/nodes.ts';
import type { Part } from '#proofs/torture/part.ts';

const AT_ONCE = 32;
const SESSIONS = 10;
/** What a slice of a long list may add to another practitioner's list. */
const MEDIAN_MS = 50;
const P99_MS = 100;

const many = (comparison: (at: number) => string) => Array.from({ length: 40 }, (_, at) => comparison(at)).join(' || ');

const LISTS: [what: string, query: Record<string, string>][] = [
  [
    'compare long texts 40 times',
    { filter: many((at) => `${at % 2 === 0 ? 'thoughts' : 'news'} ~ 'zq${at}'`), perPage: '1', fields: 'id' },
  ],
  ['look for one long text in another', { filter: many(() => 'thoughts ~ news'), perPage: '1', fields: 'id' }],
  ['ask for as much text as an answer may hold', { perPage: '1000' }],
];

/** The effect on one practitioner of another's most expensive lists, 32 of them waiting at any moment. */
export const run: Part = async (tell) => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    await using nodes = await startNodes(engine);
    const { where, db, callers } = nodes;
    const [url = ''] = nodes.urls;
    const neighbour = await callers.practitioner();
    for (const [what, query] of LISTS) {
      const { owner, pb } = await callers.practitioner();
      await plantLongTexts(db, owner);
      const { median, p99, statuses } = await compareWithFlood(nodes, neighbour, {
        url,
        method: 'GET',
        paths: [`/api/collections/sessions/records?${new URLSearchParams(query).toString()}`],
        token: pb.authStore.token,
        addresses: 1,
        perSecond: 500,
        atOnce: AT_ONCE,
      });
      const ms = (value: number) => value.toFixed(1);
      tell({
        what: `another practitioner’s list while ${AT_ONCE} at once ${what}`,
        where,
        measured: `median ${ms(median.busy)} ms, idle ${ms(median.idle)}; p99 ${ms(p99.busy)} ms, idle ${ms(p99.idle)} (${statusesText(statuses)})`,
        wanted: `median ≤ 2 × idle + ${MEDIAN_MS} ms, p99 ≤ 2 × idle + ${P99_MS} ms`,
        ok: median.busy <= median.idle * 2 + MEDIAN_MS && p99.busy <= p99.idle * 2 + P99_MS,
      });
    }
  }
};

async function plantLongTexts(db: Database, owner: OwnerId): Promise<void> {
  const client = clientRow(owner);
  const quarter = 'а'.repeat(SESSION_LIMITS.textMax / 4);
  const texts = { thoughts: 'а'.repeat(SESSION_LIMITS.textMax), news: `${quarter}щ${quarter}` };
  const rows = Array.from({ length: SESSIONS }, () => sessionRow(owner, client.id, texts));
  await db.write(async (write) => {
    await insertSealed(write, 'clients', [client]);
    await insertSealed(write, 'sessions', rows);
  });
}
