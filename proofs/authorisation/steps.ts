import fc from 'fast-check';
import type { Ask } from '#proofs/support/ask.ts';
import { type PracticeIds, practiceIds } from '#proofs/support/planted-practice.ts';

/** The caller, the neighbour whose data differs, and a practice that does not exist. */
export const [ANNA, BORIS, NOBODY] = [practiceIds('anna'), practiceIds('boris'), practiceIds('nikto')];

const TABLES = [
  'users',
  'profiles',
  'clients',
  'series',
  'series_skips',
  'sessions',
  'blog_posts',
  'templates',
  'availability_settings',
  'booking',
  'letters',
  'news',
  'consent_documents',
  'consents',
] as const;
type Table = (typeof TABLES)[number];

function idsIn({
  owner,
  profile,
  clients,
  series,
  skips,
  sessions,
  notes,
  templates,
  days,
  bookings,
  letters,
  news,
  documents,
  consents,
}: PracticeIds): Record<Table, readonly string[]> {
  return {
    users: [owner],
    profiles: [profile],
    clients,
    series,
    series_skips: skips,
    sessions,
    blog_posts: notes,
    templates,
    availability_settings: days,
    booking: bookings,
    letters,
    news,
    consent_documents: documents,
    consents,
  };
}

const everyId = [ANNA, BORIS, NOBODY].flatMap((practice) => Object.values(idsIn(practice)).flat());
const anyId = fc.constantFrom(...everyId);
const table = fc.constantFrom(...TABLES);
/** Three of four ids belong to the requested table. */
const idOf = (name: Table) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...[ANNA, BORIS, NOBODY].flatMap((practice) => idsIn(practice)[name])) },
    { weight: 1, arbitrary: anyId },
  );
/** The caller's own ids, stored before or later: a neighbour's id is taken, which a create legitimately shows. */
const ownId = (name: Table) => fc.constantFrom(...idsIn(ANNA)[name]);

const FIELDS =
  'id user created updated name phone description client date duration status news thoughts request agreement birth_date emergency contact tags tags:each series occurrence start until reason answer email email_key reminders letters_off agreed namesake sequence stranger document given_at manner withdrawn_at address device hash version retired text kind state not_before before after seen booking title content message position ' +
  'day_of_week start_time is_available session email verified emailVisibility booking_hash license_key license_status ' +
  'search_text identity_key token_key tokenKey password password_hash client.name client.phone client.search_text ' +
  'client.identity_key client.user client.user.name user.name user.email user.token_key user.password ' +
  'sessions_via_client.id clients_via_user.name @collection.clients.name @request.auth.id name:lower client.name:lower';
const field = fc.constantFrom(...FIELDS.split(' '));
const LITERALS =
  `'' 'тайна' 'тайна-boris 0' '%тайна%' '%o%' 'boris@example.com' '+7 916' 'VALID_' 'pending' 'completed' ` +
  `'2026-10-03' '2027' @now @todayStart null true false 0 1 60`;
const literal = fc.oneof(
  fc.constantFrom(...(LITERALS.match(/'[^']*'|\S+/g) ?? [])),
  anyId.map((id) => `'${id}'`),
);
const sign = fc.constantFrom('=', '!=', '>', '>=', '<', '<=', '~', '!~', '?=', '?~');
const comparison = fc.tuple(field, sign, fc.oneof(literal, field)).map((parts) => parts.join(' '));
const filter = fc
  .array(comparison, { minLength: 1, maxLength: 3 })
  .chain((list) => fc.constantFrom(' || ', ' && ').map((join) => `(${list.join(join)})`));
const query = fc
  .record(
    {
      filter,
      sort: fc.array(
        fc.tuple(fc.constantFrom('', '-', '+'), field).map((parts) => parts.join('')),
        { maxLength: 2 },
      ),
      expand: fc.constantFrom(
        'user',
        'client',
        'client.user',
        'user.client',
        'sessions_via_client',
        'clients_via_user,user',
        'client.user.client.user',
      ),
      fields: fc.constantFrom(
        '*',
        'id',
        '*,expand.client.name',
        'expand',
        'user:excerpt(3)',
        'client,expand.user.email',
      ),
      page: fc.constantFrom('1', '2', '99'),
      perPage: fc.constantFrom('1', '3', '1000'),
      skipTotal: fc.constantFrom('0', '1'),
    },
    { requiredKeys: [] },
  )
  .map(({ sort = [], ...rest }) => new URLSearchParams({ ...rest, sort: sort.join(',') }).toString());

const text = fc.constantFrom('Анна', 'тайна-boris 0', '', 'Долгий разговор', 'Длинный текст о разговоре');
const body = fc.record(
  {
    user: anyId,
    client: fc.oneof(idOf('clients'), anyId),
    name: text,
    phone: fc.constantFrom('1234567', '+7 916 000-00-00', '+7 916 000-00-01'),
    description: text,
    date: fc.constantFrom('2026-11-23', '2026-10-03 06:00:00.000Z', '2026-12-08 06:00:00Z', 'завтра'),
    duration: fc.constantFrom(60, 15, '60'),
    // A confirmed request makes records under ids of the server's choice, in another order in each world.
    status: fc.constantFrom('scheduled', 'completed', 'cancelled', 'pending'),
    news: text,
    title: text,
    content: text,
    day_of_week: fc.constantFrom(0, 1, 2, 3),
    start_time: fc.constantFrom('08:00', '10:00'),
    end_time: fc.constantFrom('12:00', '18:00'),
    is_available: fc.boolean(),
    booking_hash: fc.constantFrom(ANNA.bookingHash, BORIS.bookingHash),
    allowOverlap: fc.boolean(),
  },
  { requiredKeys: [] },
);

/** Anyone can request a neighbour's time, and the response legitimately shows which times are free. */
const bodyOf = (name: (typeof TABLES)[number]) =>
  name === 'booking'
    ? body.map((values) => (values.user === BORIS.owner ? { ...values, user: ANNA.owner } : values))
    : body;

const write = table.chain((name) => {
  const records = `/api/collections/${name}/records`;
  const record = idOf(name).map((id) => `${records}/${id}`);
  const named = fc.tuple(bodyOf(name), ownId(name)).map(([values, id]) => ({ ...values, id }));
  return fc.oneof(
    { weight: 4, arbitrary: fc.record({ method: fc.constant('PATCH' as const), url: record, body }) },
    {
      weight: 2,
      arbitrary: fc.record({ method: fc.constant('POST' as const), url: fc.constant(records), body: named }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        method: fc.constant('DELETE' as const),
        // The owner's account stays, so that later requests still reach data.
        url: record.filter((url) => !url.endsWith(ANNA.owner)),
        body: fc.constant({}),
      }),
    },
  );
});
const upsert = table.chain((name) =>
  fc.tuple(bodyOf(name), ownId(name)).map(([values, id]) => ({
    method: 'PUT' as const,
    url: `/api/collections/${name}/records`,
    body: { ...values, id },
  })),
);
export const batch: fc.Arbitrary<Ask> = fc
  .array(fc.oneof({ weight: 3, arbitrary: write }, { weight: 1, arbitrary: upsert }), { minLength: 1, maxLength: 4 })
  .map((requests): Ask => ({ method: 'POST', url: '/api/batch', body: { requests } }));

const post = (url: string, sent: object = {}): Ask => ({ method: 'POST', url, body: sent });
const get = (url: string): Ask => ({ method: 'GET', url });
const actions: fc.Arbitrary<Ask> = fc.oneof(
  fc.constantFrom(
    get('/api/health'),
    get('/api/sign-ins'),
    get(`/api/booking-page/${ANNA.bookingHash}`),
    get(`/api/booking-page/${ANNA.bookingHash}/slots?from=2026-11-23&to=2026-12-10`),
    get('/api/sessions/free-slots?date=2026-12-08'),
    post('/api/collections/users/auth-refresh?expand=clients_via_user'),
    post('/api/profiles/check-licence', { licence_key: 'VALID_7' }),
    post('/api/profiles/check-licence', { licence_key: 'другой' }),
    post('/api/collections/users/request-email-change', { newEmail: 'anna@example.org' }),
  ),
  anyId.map((id) => get(`/api/sessions/free-slots?date=2026-10-03&except=${id}`)),
  anyId.map((id) => get(`/api/journal?client=${id}`)),
  idOf('booking').map((id) => post(`/api/booking/${id}/reject`)),
  fc.constantFrom(...BORIS.bookings, ...NOBODY.bookings).map((id) => post(`/api/booking/${id}/approve`)),
  fc
    .constantFrom(...ANNA.signIns.slice(1), ...BORIS.signIns, ...NOBODY.signIns)
    .map((id): Ask => ({ method: 'DELETE', url: `/api/sign-ins/${id}` })),
  fc.tuple(ownId('booking'), fc.nat(8)).map(([id, hours]) =>
    post(`/api/booking-page/${ANNA.bookingHash}`, {
      id,
      start: Temporal.Instant.from('2026-12-08T06:00:00Z').add({ hours }).toString(),
      name: 'Посетитель',
      phone: '1234567',
    }),
  ),
);

/** Requests that a practitioner can send, about their own records, a neighbour's and missing ones. */
export const step: fc.Arbitrary<Ask> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(table, query).map(([name, asked]) => get(`/api/collections/${name}/records?${asked}`)),
  },
  {
    weight: 2,
    arbitrary: table.chain((name) =>
      fc.tuple(idOf(name), query).map(([id, asked]) => get(`/api/collections/${name}/records/${id}?${asked}`)),
    ),
  },
  { weight: 3, arbitrary: write.map((request): Ask => request) },
  { weight: 1, arbitrary: batch },
  { weight: 2, arbitrary: actions },
);

/** Subscriptions, with filters and fields that the caller chooses. */
export const topics: fc.Arbitrary<string[]> = fc.array(
  table.chain((name) =>
    fc
      .tuple(
        fc.oneof(fc.constant('*'), idOf(name)),
        fc.option(fc.record({ filter, expand: fc.constantFrom('user', 'client.user') }, { requiredKeys: [] })),
      )
      .map(([id, asked]) => {
        const options = asked ? `?options=${encodeURIComponent(JSON.stringify({ query: asked }))}` : '';
        return `${name}/${id}${options}`;
      }),
  ),
  { maxLength: 4 },
);

/** The neighbour's own requests in between. */
export const neighbour: fc.Arbitrary<Ask> = fc.oneof(
  fc.constantFrom(...BORIS.clients).chain((id) =>
    fc.constantFrom<Ask>(
      { method: 'PATCH', url: `/api/collections/clients/records/${id}`, body: { description: 'тайна-boris иначе' } },
      { method: 'DELETE', url: `/api/collections/clients/records/${id}` },
      {
        method: 'POST',
        url: '/api/collections/clients/records',
        body: { id, name: `тайна-boris ${id}`, phone: '7654321' },
      },
    ),
  ),
  fc.constantFrom(...BORIS.notes).map((id): Ask => ({
    method: 'PATCH',
    url: `/api/collections/blog_posts/records/${id}`,
    body: { content: 'тайна-boris иначе' },
  })),
  fc
    .constantFrom(...BORIS.bookings)
    .chain((id) => fc.constantFrom<Ask>(post(`/api/booking/${id}/reject`), post(`/api/booking/${id}/approve`))),
  fc.constant(post('/api/profiles/check-licence', { licence_key: 'VALID_9' })),
);
