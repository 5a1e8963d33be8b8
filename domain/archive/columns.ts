import { z } from 'zod';
import { optionalEmail } from '#domain/accounts/account.ts';
import { checkHours, weekdayFields } from '#domain/availability/weekday-values.ts';
import { BOOKING_STATUSES } from '#domain/booking/booking.ts';
import { visit } from '#domain/booking/visit.ts';
import { CLIENT_LIMITS } from '#domain/clients/client.ts';
import { clientInput, clientMore } from '#domain/clients/client-values.ts';
import { CONSENT_MANNERS } from '#domain/consents/consent.ts';
import { consentDocument } from '#domain/consents/consent-values.ts';
import { LETTERS_OFF, REMINDERS } from '#domain/letters/letter.ts';
import { noteValues } from '#domain/notes/note-values.ts';
import { messageTexts } from '#domain/messages/message-values.ts';
import { MONEY_DEFAULTS, PAY_WAYS } from '#domain/money/money.ts';
import { clientMoney, contradiction, paymentValues, practiceMoney, sessionMoney } from '#domain/money/money-values.ts';
import { clientPlace, practicePlace, sessionPlace } from '#domain/places/place-values.ts';
import { profileValues } from '#domain/profiles/profile-values.ts';
import { SERIES_LIMITS, SERIES_STATUSES, SKIP_REASONS } from '#domain/series/series.ts';
import { SESSION_DURATION, SESSION_OUTCOMES, SESSION_STATUSES } from '#domain/sessions/session.ts';
import { sessionValues } from '#domain/sessions/session-values.ts';
import { templateValues } from '#domain/templates/template-values.ts';
import { storableText } from '#domain/text/storable-text.ts';
import { isStoredInstant } from '#domain/time/instant.ts';
import { isTimeZone } from '#domain/time/zone.ts';
import { WALL_TIME } from '#domain/time/wall-time.ts';

const id = z.string().regex(/^[a-z0-9]{15}$/);
const none = z.literal('');
const instant = z.string().refine(isStoredInstant);
const text = (longest: number) => storableText.max(longest);
/**
 * Accepts a text only in the form in which one of these schemas, those of the forms, returns it: an archive contains
 * nothing that no form stores.
 */
const typed = (...schemas: z.ZodType<string>[]) =>
  storableText.refine((value) =>
    schemas.some((schema) => {
      const read = schema.safeParse(value);
      return read.success && read.data === value;
    }),
  );
/** For a column that archives of earlier versions lack. */
const later = (schema: z.ZodType<string>) => typed(schema).default('');
const day = z.iso.date();
const wallDate = z.string().refine((value) => {
  const [date, time, ...rest] = value.split('T');
  return day.safeParse(date).success && WALL_TIME.test(time ?? '') && rest.length === 0;
});
const zone = z.string().refine(isTimeZone);
/** The longest network address or description of a browser. */
const ORIGIN_MAX = 1000;
const MANY = 1_000_000;
const times = { created: instant, updated: instant };

/**
 * The columns of an archive's lines in order, as JSON. What people type is checked by the schemas of their forms, the
 * rest by the constraints of the tables.
 */
export const ARCHIVE_COLUMNS = {
  clients: z.strictObject({
    id,
    // The schema of visitors is for a client who was created from a request.
    name: typed(clientInput.shape.name, visit.shape.name),
    phone: typed(clientInput.shape.phone, visit.shape.phone),
    description: typed(clientInput.shape.description),
    registration_date: none.or(instant),
    handmade: z.boolean(),
    source: typed(z.string().trim().max(CLIENT_LIMITS.nameMax)),
    archived: z.boolean(),
    email: typed(optionalEmail),
    time_zone: none.or(zone),
    reminders: z.enum(REMINDERS),
    letters_off: z.enum(['', ...LETTERS_OFF]),
    place: clientPlace.place.default(''),
    place_link: later(clientPlace.place_link),
    request: later(clientMore.request),
    agreement: later(clientMore.agreement),
    birth_date: later(clientMore.birth_date),
    emergency: later(clientMore.emergency),
    contact: later(clientMore.contact),
    tags: z
      .array(storableText)
      .refine((tags) => JSON.stringify(clientMore.tags.safeParse(tags).data) === JSON.stringify(tags))
      .default([]),
    price: clientMoney.price.default(null),
    pay_way: clientMoney.pay_way.default(''),
    ...times,
  }),
  series: z.strictObject({
    id,
    client: id,
    start: wallDate,
    time_zone: zone,
    every_weeks: z.int().min(1).max(SERIES_LIMITS.mostWeeks),
    until: none.or(day),
    duration: z.int().min(1).max(SESSION_DURATION.max),
    status: z.enum(SERIES_STATUSES),
    previous: none.or(id),
    made_until: day,
    ...times,
  }),
  series_skips: z.strictObject({ id, client: id, series: id, occurrence: day, reason: z.enum(SKIP_REASONS), ...times }),
  sessions: z
    .strictObject({
      id,
      // Empty once the client is erased.
      client: none.or(id),
      date: instant,
      duration: sessionValues.shape.duration,
      description: typed(sessionValues.shape.description),
      status: z.enum(SESSION_STATUSES),
      thoughts: typed(sessionValues.shape.thoughts),
      news: typed(sessionValues.shape.news),
      series: none.or(id),
      occurrence: none.or(day),
      moves: z.int().min(0).max(MANY),
      outcome: z.enum(['', ...SESSION_OUTCOMES]),
      outcome_at: none.or(instant),
      place: later(sessionPlace),
      price: sessionMoney.price.default(null),
      waived: sessionMoney.waived.default(false),
      ...times,
    })
    .refine(({ series, occurrence }) => (series === '') === (occurrence === ''), { path: ['occurrence'] })
    .refine(({ client, description, thoughts, news }) => client !== '' || `${description}${thoughts}${news}` === '', {
      path: ['client'],
    }),
  blog_posts: z.strictObject({
    id,
    title: typed(noteValues.shape.title),
    content: typed(noteValues.shape.content),
    date: instant.refine((date) => date.endsWith(' 00:00:00.000Z')),
    ...times,
  }),
  templates: z.strictObject({
    id,
    name: typed(templateValues.shape.name),
    text: typed(templateValues.shape.text),
    position: templateValues.shape.position,
    ...times,
  }),
  availability_settings: z.strictObject({ id, ...weekdayFields.shape, ...times }).superRefine(checkHours),
  booking: z.strictObject({
    id,
    name: typed(visit.shape.name),
    phone: typed(visit.shape.phone),
    email: typed(optionalEmail),
    date: instant,
    status: z.enum(BOOKING_STATUSES),
    message: typed(visit.shape.message),
    time_zone: none.or(zone),
    session: none.or(id),
    client: none.or(id),
    held_since: none.or(instant),
    withdrawn: z.boolean(),
    ...times,
  }),
  payments: z
    .strictObject({
      id,
      // Empty once the client is deleted.
      client: none.or(id),
      session: none.or(id),
      amount: paymentValues.shape.amount,
      paid_on: day,
      way: z.enum(PAY_WAYS),
      meetings: paymentValues.shape.meetings,
      until: none.or(day),
      receipt: z.boolean(),
      note: typed(paymentValues.shape.note),
      ...times,
    })
    .superRefine((payment, context) => {
      const field = contradiction(payment);
      if (field) context.addIssue({ code: 'custom', path: [field], message: field });
    })
    .refine(({ client, session, note }) => client !== '' || `${session}${note}` === '', { path: ['client'] }),
  consent_documents: z.strictObject({
    id,
    version: z.int().min(1).max(MANY),
    title: typed(consentDocument.shape.title),
    text: typed(consentDocument.shape.text),
    hash: z.string().regex(/^[0-9a-f]{64}$/),
    retired: none.or(instant),
    ...times,
  }),
  consents: z.strictObject({
    id,
    document: id,
    client: none.or(id),
    booking: none.or(id),
    given_at: instant,
    manner: z.enum(CONSENT_MANNERS),
    withdrawn_at: none.or(instant),
    address: text(ORIGIN_MAX),
    device: text(ORIGIN_MAX),
    ...times,
  }),
  profiles: z.strictObject({
    ...profileValues.shape,
    names_in_letters: profileValues.shape.names_in_letters.default(false),
    place_address: later(practicePlace.place_address),
    place_link: later(practicePlace.place_link),
    messages: messageTexts.default({}),
    price: practiceMoney.price.default(MONEY_DEFAULTS.price),
    late_paid: practiceMoney.late_paid.default(MONEY_DEFAULTS.late_paid),
    no_show_paid: practiceMoney.no_show_paid.default(MONEY_DEFAULTS.no_show_paid),
    pay_text: later(practiceMoney.pay_text),
    pay_link: later(practiceMoney.pay_link),
    pay_in_letters: practiceMoney.pay_in_letters.default(MONEY_DEFAULTS.pay_in_letters),
  }),
} as const;

export type ArchiveTable = keyof typeof ARCHIVE_COLUMNS;

/** The lists of an archive; the profile with the settings is no list. */
export type ArchiveList = Exclude<ArchiveTable, 'profiles'>;

export type ArchiveRow<Table extends ArchiveTable> = z.infer<(typeof ARCHIVE_COLUMNS)[Table]>;

/** The lists, in an order in which no row refers to a row of a later list. */
export const ARCHIVE_LISTS = Object.keys(ARCHIVE_COLUMNS).filter((table): table is ArchiveList => table !== 'profiles');

/** Relations that must refer to a row of the archive or of the account; '' refers to none where it is allowed. */
export const ARCHIVE_RELATIONS: { [Table in ArchiveList]?: Readonly<Record<string, ArchiveList>> } = {
  series: { client: 'clients' },
  series_skips: { client: 'clients', series: 'series' },
  sessions: { client: 'clients', series: 'series' },
  booking: { client: 'clients', session: 'sessions' },
  payments: { client: 'clients', session: 'sessions' },
  consents: { document: 'consent_documents', client: 'clients', booking: 'booking' },
};

export function columnsOf(table: ArchiveTable): string[] {
  return Object.keys(ARCHIVE_COLUMNS[table].shape);
}

/** Returns the name of a table's file within the archive. */
export function dataFile(table: ArchiveTable): string {
  return `data/${table === 'profiles' ? 'profile' : table}.jsonl`;
}
