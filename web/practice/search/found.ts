import type { NamedClient } from '#domain/clients/told-apart.ts';
import type { StoredInstant } from '#domain/time/instant.ts';
import type { FoundClient } from '#web/practice/clients/found-clients.ts';

export interface FoundSession {
  id: string;
  date: StoredInstant;
  expand?: { client?: NamedClient };
}

/** A line from a text about a client or a session. */
export interface FoundRecord {
  client: string;
  name: string;
  /** Null for a text that belongs to the client. */
  session: { id: string; date: StoredInstant; inFeed: boolean } | null;
  line: string;
}

/** A match in another kind of text. */
export interface FoundText {
  id: string;
  /** Its title, or its client's name. */
  name: string;
  /** Its date or instant; empty if it has none. */
  at: string;
  /** A line of the text; empty if the name already contains the typed text. */
  line: string;
  client?: string;
}

/** The most results per kind; for sessions, before and after now each. */
export const MOST = { clients: 5, sessions: 3, records: 4, notes: 4, requests: 3, payments: 3, templates: 3 } as const;

/** The results by name and date, with one more than is shown if there are more. */
export interface Found {
  clients: readonly FoundClient[];
  upcoming: readonly FoundSession[];
  past: readonly FoundSession[];
}

/** The results of one kind of text. */
export interface Part<Row> {
  rows: readonly Row[];
  /** Whether the rows belong to the typed text, not to an earlier one. */
  isCome: boolean;
}

export interface FoundTexts {
  ofSessions: Part<FoundRecord>;
  ofClients: Part<FoundRecord>;
  notes: Part<FoundText>;
  requests: Part<FoundText>;
  payments: Part<FoundText>;
  templates: Part<FoundText>;
}
