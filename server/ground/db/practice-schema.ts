import type { Generated } from 'kysely';
import type { BookingStatus } from '#domain/booking/booking.ts';
import type { ConsentManner } from '#domain/consents/consent.ts';
import type { ErasureReason } from '#domain/erasures/erasure.ts';
import type { LettersOff } from '#domain/letters/letter.ts';
import type { PayWay } from '#domain/money/money.ts';
import type { NewsKind } from '#domain/news/news.ts';
import type { ClientPlace } from '#domain/places/place.ts';
import type { SkipReason } from '#domain/series/series.ts';
import type { SessionOutcome } from '#domain/sessions/session.ts';
import type { LateCancel } from '#domain/visits/visit-rules.ts';

/**
 * The tables of `Schema` with a practice's records. NULL means none; in the program and on the wire that is '', see
 * row-codec.ts.
 */

export interface RecordColumns {
  /** 15 characters of a–z and 0–9. */
  id: string;
  created: string;
  updated: string;
}

export interface OwnedColumns extends RecordColumns {
  /** The practitioner's id. */
  user: string;
}

/** A row whose texts are sealed in one envelope instead of columns of their own, see sealed-rows.ts. */
interface SealedColumns extends OwnedColumns {
  /** The number of the key that sealed the envelope; 0 without one. */
  seal_key: Generated<number>;
  /** A bit for each text that is not empty. */
  sealed_fields: Generated<number>;
  /** The envelope; '' without texts, and where a restore without the key lost them. */
  sealed: Generated<string>;
}

export interface ProfileTable extends OwnedColumns {
  name: string;
  booking_hash: string;
  time_zone: string;
  license_key: string;
  license_status: string;
  license_verified_at: string | null;
  license_expires_at: string | null;
  min_notice_minutes: number;
  max_days_ahead: number;
  buffer_minutes: number;
  /** JSON list of {from, to}. */
  days_off: string;
  link_since: Generated<string>;
  /** 0: the page takes no requests. */
  accepting: Generated<number>;
  /** 1: the public page asks for agreement to the current document. */
  ask_consent: Generated<number>;
  /** 1: letters to the practitioner name the client or visitor. */
  names_in_letters: Generated<number>;
  /** 0: no letters go to clients and visitors. */
  client_letters: Generated<number>;
  /** Elapsed hours before a session at which its reminder is sent. */
  reminder_hours: Generated<number>;
  /** Wall times between which no reminder is sent, in the client's zone where it is known. */
  quiet_from: Generated<string>;
  quiet_to: Generated<string>;
  /** The sender's name in letters to clients; '' for the practitioner's own. */
  sender_name: Generated<string>;
  /** The Reply-To of letters to clients; '' for none. */
  reply_to: Generated<string>;
  /** Where sessions take place, and the link of online ones; '' for none. */
  place_address: Generated<string>;
  place_link: Generated<string>;
  /** JSON: the practitioner's own wording of messages, by kind. */
  messages: Generated<string>;
  /** Until how many hours before the start clients can cancel and move, and how often they can move. */
  cancel_hours: Generated<number>;
  move_hours: Generated<number>;
  max_moves: Generated<number>;
  late_cancel: Generated<LateCancel>;
  /** Shown to clients who can no longer change a visit themselves. */
  public_phone: Generated<string>;
  /** The usual price in kopecks; NULL for none, 0 for free. */
  price: Generated<number | null>;
  /** 1: a late cancellation, or a missed session, must be paid. */
  late_paid: Generated<number>;
  no_show_paid: Generated<number>;
  /** How clients pay: a text and an https link, which letters contain where pay_in_letters is 1. */
  pay_text: Generated<string>;
  pay_link: Generated<string>;
  pay_in_letters: Generated<number>;
}

export interface ClientTable extends SealedColumns {
  name: string;
  phone: string;
  registration_date: string | null;
  handmade: number;
  source: string;
  /** `clientKey`, unique per owner; NULL for a client whom no request can match. */
  identity_key: string | null;
  /** `clientSearchText`. */
  search_text: string;
  /** `sortKey` of the name, by which lists are sorted. */
  name_key: Generated<string>;
  /** 1: hidden from the list of clients and the picker. */
  archived: Generated<number>;
  email: Generated<string>;
  /** `emailKey` of the address; '' without one. */
  email_key: Generated<string>;
  /** '' for the practitioner's. */
  time_zone: Generated<string>;
  reminders: Generated<'email' | 'none'>;
  letters_off: Generated<LettersOff>;
  /** 1: the client has an agreement that is not withdrawn. */
  agreed: Generated<number>;
  namesake: Generated<number>;
  place: Generated<ClientPlace>;
  /** The client's own link, used only for online sessions; '' for the practitioner's. */
  place_link: Generated<string>;
  /** 'YYYY-MM-DD', '' for none. */
  birth_date: Generated<string>;
  /** Another way to reach the client. */
  contact: Generated<string>;
  /** JSON list of texts. */
  tags: Generated<string>;
  /** The client's own price in kopecks; NULL for the usual one, 0 for free. */
  price: Generated<number | null>;
  /** How the client usually pays; '' where it is not set. */
  pay_way: Generated<'' | PayWay>;
  /** The id of the table import that added the client. Never on the wire. */
  import: string | null;
}

export interface SeriesTable extends OwnedColumns {
  client: string;
  /** The wall time of the first occurrence, 'YYYY-MM-DDTHH:mm', in `time_zone`. */
  start: string;
  time_zone: string;
  every_weeks: number;
  /** The last day, 'YYYY-MM-DD'. */
  until: string | null;
  duration: number;
  status: string;
  /** The series that it was split from. Not a foreign key. */
  previous: string | null;
  /** The day up to which its occurrences have become sessions or skips. */
  made_until: string;
  /** JSON: the last change with its response, to return it when the same request is sent again. Never on the wire. */
  answer: string;
  /**
   * When reminders of its sessions begin; NULL for an import until the practitioner asks for them. Never on the wire.
   */
  remind_from: string | null;
}

/** An occurrence of a series that has no session and never gets one. */
export interface SeriesSkipTable extends OwnedColumns {
  client: string;
  series: string;
  /** The local date that the rule gives. */
  occurrence: string;
  reason: SkipReason;
  /** The deleted session, which can be restored; NULL for other skips. */
  session: string | null;
}

export interface SessionTable extends SealedColumns {
  /** NULL once the client is erased. */
  client: string | null;
  date: string;
  duration: number;
  status: string;
  series: string | null;
  /** The local date that the rule gave, unique within a series. */
  occurrence: string | null;
  /** How often the client moved it. */
  moves: Generated<number>;
  /** Why it did not take place, and since when that is recorded. */
  outcome: Generated<SessionOutcome>;
  outcome_at: string | null;
  /** Its own place, if other than where the client is usually met; '' otherwise. */
  place: Generated<string>;
  /** In kopecks; NULL for none or, before the session is held, for the usual one. */
  price: Generated<number | null>;
  /** 1: the practitioner waives the payment. */
  waived: Generated<number>;
  /**
   * From when on a reminder of its present start can fall due; NULL for an import until the practitioner asks for
   * reminders.
   */
  remind_from: string | null;
}

/** A deleted session, kept as long as the deletion can be undone. */
export interface RemovedSessionTable {
  user: string;
  session: string;
  client: string | null;
  created: string;
  /** The series and the change of it that removed the session; '' where it was deleted by itself. */
  removed_by: string;
  /** JSON: its row and those deleted with it, and the ids of rows that referred to it. */
  kept: string;
}

export interface NoteTable extends SealedColumns {
  date: string;
}

export interface TemplateTable extends SealedColumns {
  name: string;
  position: number;
}

export interface AvailabilityTable extends OwnedColumns {
  day_of_week: number;
  start_time: string;
  end_time: string;
  is_available: number;
  /** JSON list of {start, end}. */
  breaks: string;
}

export interface BookingTable extends SealedColumns {
  name: string;
  phone: string;
  date: string;
  status: BookingStatus;
  time_zone: string;
  /** The session that the approval created. Not on the wire. */
  session: string | null;
  /** The client that the visitor became. */
  client: string | null;
  /** `clientKey` of name and phone. */
  identity_key: Generated<string>;
  /** Since when it holds its time; NULL if it holds none, because it was decided or waited too long. */
  held_since: string | null;
  /** Keyed hash of the sender's network, and of the wider one around it; '' once deleted. Never on the wire. */
  network: Generated<string>;
  wider_network: Generated<string>;
  /** '' where the visitor gave none. */
  email: Generated<string>;
  /** 1: the visitor withdrew it. */
  withdrawn: Generated<number>;
}

export interface ConsentDocumentTable extends OwnedColumns {
  /** From 1. */
  version: number;
  title: string;
  text: string;
  /** SHA-256 of the text in UTF-8, hexadecimal. */
  hash: string;
  /** When the next version replaced it; NULL for the current one. */
  retired: string | null;
}

export interface ConsentTable extends OwnedColumns {
  document: string;
  /** NULL while the visitor is no client. */
  client: string | null;
  /** NULL for an agreement on paper, and where the request is deleted. */
  booking: string | null;
  given_at: string;
  manner: ConsentManner;
  /** NULL while the agreement is valid. */
  withdrawn_at: string | null;
  /** Where an agreement on the site came from; '' for paper. */
  address: string;
  device: string;
}

/** A payment of a client, or a refund; amounts in kopecks. */
export interface PaymentTable extends SealedColumns {
  /** NULL once the client is deleted. */
  client: string | null;
  /** NULL for a payment on account. */
  session: string | null;
  amount: number;
  /** 'YYYY-MM-DD' in the practitioner's zone. */
  paid_on: string;
  way: PayWay;
  /** How many sessions a package pays for; 0 where it is no package. */
  meetings: Generated<number>;
  /** The last day of a package. */
  until: string | null;
  /** 1: the client got a receipt. */
  receipt: Generated<number>;
}

/** What others and the program did, to be shown to the practitioner. */
export interface NewsTable extends OwnedColumns {
  kind: NewsKind;
  session: string | null;
  client: string | null;
  booking: string | null;
  /** The start that the session had before. */
  before: string | null;
  /** The start that it has since, or that is requested. */
  after: string | null;
  seen: Generated<number>;
}

/** The record that a client was erased, with ids only. */
export interface ErasureTable extends OwnedColumns {
  client: string;
  reason: ErasureReason;
  /** JSON object: how many rows of each kind were deleted and kept. */
  kinds: string;
  /** JSON list: ids of the newest notes that mentioned the name. */
  mentions: string;
  /** JSON list: ids of the client's requests. Never on the wire. */
  requests: string;
}
