import fc from 'fast-check';
import { drawn } from '#proofs/support/seed.ts';
import { ANNA } from '#proofs/authorisation/steps.ts';
import { type Ask, ask } from '#proofs/support/ask.ts';
import { plantPractice } from '#proofs/support/planted-practice.ts';
import type { TestServer } from '#proofs/support/test-server.ts';

/** Texts of the planted data that only its owner can read. */
const PRIVATE = ['тайна', '+7 916', 'VALID_', 'example.com', 'license', 'password', 'token_key'];
/** The only fields that a guest receives: of a profile, of a public page and of its free times. */
const SHOWN = ['booking_hash,id,name,user', 'consent,name,timeZone', 'days,timeZone'];

export interface GuestRequests {
  answered: ReadonlyMap<number, number>;
  /** Responses with content, counted by the names of their fields. */
  shown: ReadonlyMap<string, number>;
  faults: string[];
}

/** Sends random requests without a token. */
export async function askAsGuest({ app, context }: TestServer, count: number): Promise<GuestRequests> {
  await plantPractice(context.db, 'anna');
  const answered = new Map<number, number>();
  const shown = new Map<string, number>();
  const faults: string[] = [];
  for (const { request, exact } of drawn(requests, count)) {
    const { status, body } = await ask(app, request);
    answered.set(status, (answered.get(status) ?? 0) + 1);
    const told = `${request.url}: ${status} ${body.slice(0, 200)}`;
    if (status >= 500 || PRIVATE.some((text) => body.includes(text))) faults.push(told);
    for (const keys of status === 200 ? keysOf(JSON.parse(body)) : []) {
      shown.set(keys, (shown.get(keys) ?? 0) + 1);
      if (!exact || !SHOWN.includes(keys)) faults.push(told);
    }
  }
  return { answered, shown, faults };
}

/** Returns the field names of each record of a list, or of a single record; an empty expand does not count. */
function keysOf(answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null) return [];
  const records = 'items' in answer && Array.isArray(answer.items) ? answer.items : [answer];
  return records.map((record: object) =>
    Object.entries(record)
      .filter(([name, value]) => name !== 'expand' || JSON.stringify(value) !== '{}')
      .map(([name]) => name)
      .toSorted()
      .join(','),
  );
}

/** `exact`: the request contains the exact booking link; without it the response must show nothing. */
interface Guess {
  request: Ask;
  exact: boolean;
}

const table = fc.constantFrom(
  'profiles',
  'users',
  'clients',
  'sessions',
  'blog_posts',
  'availability_settings',
  'booking',
);
const link = fc.oneof(
  { weight: 2, arbitrary: fc.constant(ANNA.bookingHash) },
  { weight: 1, arbitrary: fc.nat(31).map((length) => ANNA.bookingHash.slice(0, length)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('%', '_', '', ANNA.bookingHash.toUpperCase(), `${ANNA.bookingHash}h`, ANNA.owner),
  },
);
const sign = fc.constantFrom('=', '=', '!=', '~', '!~', '>', '>=', '<', '<=', '?=', '?~');
const field = fc.constantFrom('booking_hash', 'booking_hash', 'booking_hash:lower', 'user', 'id', 'name', 'user.name');
const rest = fc.constantFrom(
  '',
  '',
  '',
  ` || id != ''`,
  ` && id != ''`,
  ` && user.email ~ 'a'`,
  ` && license_key ~ 'V'`,
);
const shape = fc.record(
  {
    sort: fc.constantFrom('-booking_hash', 'name', '@random', 'user.name'),
    expand: fc.constantFrom('user', 'user.clients_via_user', 'clients_via_user'),
    skipTotal: fc.constantFrom('0', '1'),
    perPage: fc.constantFrom('1', '1000'),
  },
  { requiredKeys: [] },
);
const lists = fc.tuple(table, field, sign, link, rest, shape).map(([name, by, operator, text, more, query]): Guess => {
  const filter = `${by} ${operator} '${text}'${more}`;
  const url = `/api/collections/${name}/records?${new URLSearchParams({ ...query, filter }).toString()}`;
  const equal = operator === '=' || operator === '?=';
  const exact = name === 'profiles' && by === 'booking_hash' && equal && text === ANNA.bookingHash && more === '';
  return { request: { method: 'GET', url }, exact };
});
const ofLink = shape.map((query): Guess => {
  const filter = `booking_hash = '${ANNA.bookingHash}'`;
  const url = `/api/collections/profiles/records?${new URLSearchParams({ ...query, filter }).toString()}`;
  return { request: { method: 'GET', url }, exact: true };
});
const anyId = fc.constantFrom(ANNA.owner, ANNA.profile, ...ANNA.clients, ...ANNA.sessions, ...ANNA.bookings);
const views = fc.tuple(table, anyId, shape).map(([name, id, query]): Guess => {
  const url = `/api/collections/${name}/records/${id}?${new URLSearchParams(query).toString()}`;
  return { request: { method: 'GET', url }, exact: false };
});
const pages = fc
  .tuple(link, fc.constantFrom('', '/slots?from=2026-11-23&to=2026-12-10', '/slots?from=2026-11-23&to=2027-12-10'))
  .map(([hash, part]): Guess => ({
    request: { method: 'GET', url: `/api/booking-page/${encodeURIComponent(hash)}${part}` },
    exact: hash === ANNA.bookingHash,
  }));

const requests = fc.oneof(
  { weight: 5, arbitrary: lists },
  { weight: 1, arbitrary: ofLink },
  { weight: 1, arbitrary: views },
  { weight: 2, arbitrary: pages },
);
