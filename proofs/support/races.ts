import type PocketBase from 'pocketbase';
import type { FreeSlots } from '#domain/booking/booking.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Database } from '#server/ground/db/database.ts';
import { heldTimeFaults } from '#proofs/support/held-time-truth.ts';
import { addBooking } from '#proofs/support/rows.ts';
import { type Callers, type Refusal, settle, type TestPractitioner } from '#proofs/support/test-server.ts';
import { addWorkingWeek } from '#proofs/support/working-week.ts';

/** Servers on one database, and access to its data. */
export interface RaceSite {
  callers: Callers;
  db: Database;
  now(): Temporal.Instant;
}

/** One practitioner's practice, for many rounds one after the other. */
interface Track extends RaceSite {
  practitioner: TestPractitioner;
  /** A day with nothing in it. */
  day: string;
}

interface Start {
  /** Sent at once. */
  calls: (() => Promise<unknown>)[];
  /** The number of calls that pass. */
  winners: number;
  /** The refusal of every other call, as 'status field: code'. */
  refusal: string;
  /** The rows expected afterwards. */
  left: { clients: number; sessions: number; pending: number };
  /** Ids of requests written past the server, which hold no time. */
  planted?: string[];
}

export interface Race {
  /** The requests that race. */
  title: string;
  /** The number of concurrent calls in the full run. */
  callers: number;
  prepare(track: Track, callers: number): Promise<Start>;
}

export interface Round {
  milliseconds: number;
  /** Calls that passed. */
  passed: number;
  /** Descriptions of faults; empty where the round ended as expected. */
  faults: string[];
}

const NOBODY = { clients: 0, sessions: 0, pending: 0 };

/** A practice that is open to visitors from 09:00 to 18:00 on every day. */
async function openTrack(site: RaceSite): Promise<Track> {
  const practitioner = await site.callers.practitioner();
  await addWorkingWeek(site.db, practitioner.owner, { is_available: 1 });
  const day = site.now().toZonedDateTimeISO('Europe/Moscow').toPlainDate().add({ days: 2 }).toString();
  return { ...site, practitioner, day };
}

export const RACES: readonly Race[] = [
  {
    title: 'visitors for one slot',
    callers: 64,
    async prepare(track, callers) {
      const [nine] = await offered(track);
      return { ...oneVisitor, calls: visitors(track, callers, () => nine) };
    },
  },
  {
    title: 'visitors for half-hour neighbours',
    callers: 64,
    async prepare(track, callers) {
      const [nine, half] = await offered(track);
      return { ...oneVisitor, calls: visitors(track, callers, (index) => (index % 2 === 0 ? nine : half)) };
    },
  },
  {
    title: 'an approval against visitors',
    callers: 64,
    async prepare(track, callers) {
      const [nine, half] = await offered(track);
      const { id } = await ask(track, track.callers.visitor(), nine);
      const rivals = visitors(track, callers - 1, (index) => (index % 2 === 0 ? nine : half));
      return {
        calls: rivals.toSpliced(callers >> 1, 0, () => approve(track.practitioner, id)),
        winners: 1,
        refusal: '409 start: slot_taken',
        left: { clients: 1, sessions: 1, pending: 0 },
      };
    },
  },
  {
    title: 'approvals of two requests that overlap',
    callers: 2,
    async prepare(track) {
      const { db, practitioner } = track;
      const [nine, half] = await offered(track);
      // An import or a restored copy could bring the second request; visitors cannot create it.
      const ids = await Promise.all(
        [nine, half].map(async (start, index) => {
          const date = printInstant(Temporal.Instant.from(start));
          const name = `Посетитель ${index}`;
          return (await addBooking(db, practitioner.owner, { date, name })).id;
        }),
      );
      const elsewhere = await track.callers.signIn(practitioner);
      return {
        calls: ids.map((id, index) => () => approve(index === 0 ? practitioner : elsewhere, id)),
        winners: 1,
        refusal: '409 date: slot_taken',
        left: { clients: 1, sessions: 1, pending: 1 },
        planted: ids,
      };
    },
  },
  {
    title: 'approvals of one request',
    callers: 16,
    async prepare(track, callers) {
      const [nine] = await offered(track);
      const { id } = await ask(track, track.callers.visitor(), nine);
      const tabs = [track.practitioner, await track.callers.signIn(track.practitioner)];
      return {
        calls: Array.from({ length: callers }, (_, index) => () => approve(tabs[index % 2] ?? track.practitioner, id)),
        winners: callers,
        refusal: '',
        left: { clients: 1, sessions: 1, pending: 0 },
      };
    },
  },
  {
    title: 'new clients at the limit',
    callers: 10,
    async prepare(track, callers) {
      const tabs = [track.practitioner, await track.callers.signIn(track.practitioner)];
      const add = (index: number) =>
        (tabs[index % 2] ?? track.practitioner).pb
          .collection('clients')
          .create({ name: `Клиент ${index}`, phone: `+7 916 000-00-${String(index).padStart(2, '0')}` });
      return {
        calls: Array.from({ length: callers }, (_, index) => () => add(index)),
        winners: 3,
        refusal: '400 user: client_limit',
        left: { ...NOBODY, clients: 3 },
      };
    },
  },
];

const oneVisitor = { winners: 1, refusal: '409 start: slot_taken', left: { ...NOBODY, pending: 1 } };

/** Runs a race `rounds` times over one practice, which is emptied before each round. */
export async function runRace(
  site: RaceSite,
  race: Race,
  { rounds, callers }: { rounds: number; callers: number },
): Promise<Round[]> {
  const track = await openTrack(site);
  const results: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    results.push(await runRound(track, race, callers));
    await clear(track.practitioner);
  }
  return results;
}

async function runRound(track: Track, race: Race, callers: number): Promise<Round> {
  const { calls, winners, refusal, left, planted = [] } = await race.prepare(track, callers);
  const begun = performance.now();
  const { passed, refusals } = await settle(calls.map((call) => call()));
  const milliseconds = performance.now() - begun;
  const unlike = refusals.map(told).filter((text) => text !== refusal);
  const found = await countAll(track.practitioner);
  const held = await heldTimeFaults(track.db.read, track.practitioner.owner);
  return {
    milliseconds,
    passed,
    faults: [
      ...(passed === winners ? [] : [`${passed} passed instead of ${winners}`]),
      ...unlike.map((text) => `refused with ${text}`),
      ...(JSON.stringify(found) === JSON.stringify(left) ? [] : [`left ${JSON.stringify(found)}`]),
      ...held.filter((fault) => !planted.some((id) => fault.includes(id))),
    ],
  };
}

function told({ status, codes }: Refusal): string {
  return [status, ...Object.entries(codes).map(([field, code]) => `${field}: ${code}`)].join(' ');
}

async function offered({ callers, practitioner, day }: Track): Promise<[string, string]> {
  const { days }: FreeSlots = await callers
    .visitor()
    .send(`/api/booking-page/${practitioner.bookingHash}/slots`, { query: { from: day, to: day } });
  const [nine, half] = days.flatMap(({ slots }) => slots);
  if (nine?.time !== '09:00' || half?.time !== '09:30') throw new Error('The day is not free again.');
  return [nine.start, half.start];
}

function visitors(track: Track, count: number, startOf: (index: number) => string): Start['calls'] {
  return Array.from({ length: count }, (_, index) => {
    const visitor = track.callers.visitor();
    return () => ask(track, visitor, startOf(index), index);
  });
}

function ask(track: Track, visitor: PocketBase, start: string, index = 0): Promise<{ id: string }> {
  const body = { start, name: `Посетитель ${index}`, phone: `+7 916 100-00-${String(index).padStart(2, '0')}` };
  return visitor.send(`/api/booking-page/${track.practitioner.bookingHash}`, { method: 'POST', body });
}

function approve({ pb }: TestPractitioner, id: string): Promise<unknown> {
  return pb.send(`/api/booking/${id}/approve`, { method: 'POST', body: {} });
}

async function countAll({ pb }: TestPractitioner): Promise<Start['left']> {
  const count = async (collection: string, filter = '') =>
    (await pb.collection(collection).getList(1, 1, { filter })).totalItems;
  return {
    clients: await count('clients'),
    sessions: await count('sessions'),
    pending: await count('booking', "status = 'pending'"),
  };
}

async function clear({ pb }: TestPractitioner): Promise<void> {
  for (const collection of ['clients', 'booking']) {
    for (const { id } of await pb.collection(collection).getFullList()) await pb.collection(collection).delete(id);
  }
}
