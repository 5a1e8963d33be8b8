import { PERSON, tryStarts } from '#proofs/support/booking/random-starts.ts';
import { openTestServer, type TestPractitioner, UNLIMITED } from '#proofs/support/test-server.ts';
import { addWorkingWeek } from '#proofs/support/working-week.ts';
import { flood } from '#proofs/torture/flood.ts';
import type { Flood } from '#proofs/torture/flooder.ts';
import { type Nodes, startNodes } from '#proofs/torture/nodes.ts';
import type { Part } from '#proofs/torture/part.ts';
import { compareWithFlood, statusesText } from '#proofs/torture/neighbour.ts';

const POSTS = 10_000;
const STORED_MOST = 2;
const RANDOM_STARTS = 5000;
const PER_SECOND = 200;
const WANTED_RATIO = 2;
/** Differences below this are noise on a busy machine. */
const NOISE_MS = 3;

/** Floods of one public page: the requests stored in its practice, and the effect on another practitioner (T11). */
export const run: Part = async (tell) => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    {
      await using nodes = await startNodes(engine);
      const { where, db } = nodes;
      const url = nodes.urls[0] ?? '';
      const flooded = await openPractice(nodes);
      const neighbour = await nodes.callers.practitioner();
      const statuses = await flood({ ...posts(url, flooded), addresses: 1, perSecond: POSTS / 20, seconds: 20 });
      const rows = await db.read.selectFrom('booking').select('id').where('user', '=', flooded.owner).execute();
      tell({
        what: `${POSTS} requests from one address`,
        where,
        measured: `${rows.length} stored (${statusesText(statuses)})`,
        wanted: `≤ ${STORED_MOST} stored`,
        ok: rows.length <= STORED_MOST && rows.length > 0,
      });
      for (const [what, wave] of waves(url, flooded)) {
        const times = await compareWithFlood(nodes, neighbour, { ...wave, perSecond: PER_SECOND });
        const { p99 } = times;
        tell({
          what: `another practitioner’s list while ${PER_SECOND} a second ${what}`,
          where,
          measured: `p99 ${p99.busy.toFixed(1)} ms, idle ${p99.idle.toFixed(1)} ms (${statusesText(times.statuses)})`,
          wanted: `≤ ${WANTED_RATIO} × idle + ${NOISE_MS} ms`,
          ok: p99.busy <= p99.idle * WANTED_RATIO + NOISE_MS,
        });
      }
    }
    await using server = await openTestServer(engine, { replace: { limits: UNLIMITED } });
    const practitioner = await server.practitioner();
    await addWorkingWeek(server.context.db, practitioner.owner);
    const { faults, stored } = await tryStarts(server, practitioner, RANDOM_STARTS);
    for (const fault of faults.slice(0, 10)) console.log(`    ${fault}`);
    tell({
      what: `${RANDOM_STARTS} random starts, with durations and states of their own`,
      where: engine,
      measured: `${stored} stored, ${faults.length} of them not offered`,
      wanted: '0 not offered',
      ok: faults.length === 0 && stored > 0,
    });
  }
};

async function openPractice({ callers, db }: Nodes): Promise<TestPractitioner> {
  const practitioner = await callers.practitioner();
  await addWorkingWeek(db, practitioner.owner, { is_available: 1 });
  return practitioner;
}

const today = () => Temporal.Now.plainDateISO('Europe/Moscow');

type Wave = Omit<Flood, 'perSecond' | 'seconds'>;

function posts(url: string, { bookingHash }: TestPractitioner): Omit<Wave, 'addresses'> {
  const start = `${today().add({ days: 2 }).toString()}T09:00:00Z`;
  const body = JSON.stringify({ ...PERSON, start });
  return { url, method: 'POST', paths: [`/api/booking-page/${bookingHash}`], body };
}

function waves(url: string, flooded: TestPractitioner): [string, Wave][] {
  const page = `/api/booking-page/${flooded.bookingHash}`;
  const slots = (days: number) => `${page}/slots?from=${today().toString()}&to=${today().add({ days }).toString()}`;
  const get = { url, method: 'GET' } as const;
  return [
    ['ask for two months of free times from one address', { ...get, paths: [slots(61)], addresses: 1 }],
    ['ask for them from a thousand addresses', { ...get, paths: [slots(61)], addresses: 1000 }],
    [
      'ask each for other days from a thousand addresses',
      { ...get, paths: Array.from({ length: 40 }, (_, at) => slots(61 - at)), addresses: 1000 },
    ],
    [
      'open the page from a thousand addresses',
      { ...get, paths: [`/booking/${flooded.bookingHash}`], addresses: 1000 },
    ],
    ['send requests from one address', { ...posts(url, flooded), addresses: 1 }],
    ['send requests from a thousand addresses', { ...posts(url, flooded), addresses: 1000 }],
  ];
}
